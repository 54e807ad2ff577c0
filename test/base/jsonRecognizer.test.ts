import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isJson } from '../../src/base/json/jsonFormat.ts';
import { JsonRecognizer } from '../../src/base/json/jsonRecognizer.ts';
import { runs } from '../support/runs.ts';

function recognized(pieces: readonly string[]): boolean {
  const recognizer = new JsonRecognizer();
  for (const piece of pieces) recognizer.push(piece);
  return recognizer.isJson;
}

describe('a text in pieces', () => {
  const tokens = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '\\',
    '\\u00e',
    '9',
    '0',
    '-',
    '.',
    '1',
    'e',
    '+',
    'true',
    'nul',
    'l',
    ' ',
    '\n',
    '\u00a0',
    '\ufeff',
    'ä',
  ];

  it('is JSON where the whole text is, however it is cut', () => {
    const valid = fc.json().chain((text) => fc.array(fc.nat(text.length)).map((cuts) => ({ text, cuts })));
    const any = fc.array(fc.constantFrom(...tokens), { maxLength: 8 }).map((parts) => ({ text: parts.join(''), cuts: [1, 3, 4] }));
    fc.assert(
      fc.property(fc.oneof(valid, any), ({ text, cuts }) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        assert.equal(recognized(places.slice(1).map((end, i) => text.slice(places[i], end))), isJson(text), JSON.stringify(text));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('is JSON a million levels deep, and is not without its last bracket', () => {
    const [open, close] = ['[{"a":'.repeat(500_000), '}]'.repeat(500_000)];
    assert.ok(recognized([open, '1', close]));
    assert.ok(!recognized([open, '1', close.slice(1)]));
    assert.ok(!recognized([open, '1', `]${close.slice(1)}`]));
  });
});
