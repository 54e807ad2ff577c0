import assert from 'node:assert/strict';
import { compileQuery } from '../../src/base/text/searchQuery.ts';

const found = (text: string, inText: string, regex = false, matchCase = false): readonly string[] => {
  const compiled = compileQuery({ text, regex, matchCase });
  assert.ok(compiled.ok);
  return [...inText.matchAll(compiled.pattern)].map(([m]) => m);
};

describe('a search query', () => {
  it('is a text with any characters', () => {
    const odd = '\\^$.*+?()[]{}|/-#&~@🎈';
    assert.deepEqual(found(odd, `a ${odd} b`), [odd]);
    assert.deepEqual(found('a.c', 'abc A.C'), ['A.C']);
    assert.deepEqual(found('A.C', 'a.c A.C', false, true), ['A.C']);
  });

  it('is a regular expression on request, at lines', () => {
    assert.deepEqual(found('^b.$', 'ba\nbc', true), ['ba', 'bc']);
    assert.deepEqual(found('\\p{Lu}', 'aÄ', true, true), ['Ä']);
  });

  it('reports the error of an invalid expression', () => {
    const compiled = compileQuery({ text: 'a(b', regex: true, matchCase: false });
    assert.deepEqual(compiled, { ok: false, message: 'Unterminated group' });
  });
});
