import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { LineIndex, lineBreakOf } from '../../src/base/text/text.ts';

describe('a line index', () => {
  it('begins a line after each LF, CRLF and CR', () => {
    const lines = LineIndex.of('a\nb\r\nc\rd\n\r\n');
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5].map((i) => lines.startOf(i)),
      [0, 2, 5, 7, 9, 11],
    );
    assert.equal(lines.lineCount, 6);
  });

  it('gives the place of every offset, and the offset of every place', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀') }), (text) => {
        const lines = LineIndex.of(text);
        for (let offset = 0; offset <= text.length; offset++) {
          const { line, column } = lines.positionAt(offset);
          assert.equal(lines.startOf(line) + column, offset);
          assert.ok(line === lines.lineCount - 1 || offset < lines.startOf(line + 1));
        }
      }),
    );
  });
});

describe('the line break of a text', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['', '\n'],
    ['a', '\n'],
    ['a\r\nb\n', '\r\n'],
    ['\n\na\r\nb', '\r\n'],
    ['\r\n\r\na', '\r\n'],
    ['\r\n', '\r\n'],
  ];
  for (const [text, expected] of cases)
    it(`is ${JSON.stringify(expected)} for ${JSON.stringify(text)}`, () => {
      assert.equal(lineBreakOf(text), expected);
    });
});
