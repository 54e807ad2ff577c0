import assert from 'node:assert/strict';
import { isQuick } from '../../../src/runner/check/patternCost.ts';

describe('a regular expression', () => {
  const quick: readonly (readonly [RegExp, number])[] = [
    [/^[\w-]+$/u, 400_000],
    [/^\d{4}-\d{2}-\d{2}$/u, 1000],
    [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}$/u, 36],
    [/^(?:one|two|three)$/u, 1000],
    [/^v\d+\.\d+(?:-beta)?$/u, 200],
    [/foo/u, 1_000_000],
    [/\d+/u, 1000],
    [/^\p{L}+ \[\(\]$/u, 1000],
  ];
  for (const [pattern, length] of quick)
    it(`runs at once if its steps are bounded: ${String(pattern)} on ${length} characters`, () =>
      assert.equal(isQuick(pattern, length), true));

  const slow: readonly (readonly [RegExp, number])[] = [
    [/^(a+)+$/u, 41],
    [/^(a|a)*$/u, 41],
    [/^(?:a?){40}$/u, 41],
    [/^(a{1,40}){3}$/u, 41],
    [/(?=(a+))\1b/u, 41],
    [/(?<!a+)b/u, 41],
    [/(a+)\1/u, 41],
    [/(?<x>a+)\k<x>/u, 41],
    [/a*a*a*a*a*b/u, 100],
    [/^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaa$/u, 41],
    [/^(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)(a|b|ab)$/u, 10_000],
    [/a{1,9}a{1,9}a{1,9}a{1,9}a{1,9}a{1,9}a{1,9}/u, 100],
    [/\d+/u, 100_000],
    [new RegExp(String.raw`\p{1,}\p{1,}\p{1,}\p{1,}x`), 1000],
    [/^a*a*$/mu, 10_000],
    [new RegExp('a'.repeat(2000), 'u'), 10],
    [new RegExp('^[[a]]+$', 'v'), 10],
  ];
  for (const [pattern, length] of slow)
    it(`is left to a thread otherwise: ${String(pattern).slice(0, 60)} on ${length} characters`, () =>
      assert.equal(isQuick(pattern, length), false));
});
