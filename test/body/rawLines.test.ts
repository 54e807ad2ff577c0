import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { HiddenParts } from '../../src/body/lines/hiddenParts.ts';
import { LineWriter } from '../../src/body/lines/lineWriter.ts';
import { RawLines } from '../../src/body/lines/rawLines.ts';

function linesOf(text: string, part: number, first = 0): { readonly count: number; readonly lines: readonly string[] } {
  const bytes = Buffer.from(text);
  const lines = new RawLines(bytes);
  while (!lines.isWhole) lines.scan(part);
  const out = new LineWriter(new HiddenParts(bytes, []));
  lines.write(out, first, Infinity, Infinity);
  return { count: lines.count, lines: out.text().split('\n').slice(0, -1) };
}

describe('the lines of a body as received', () => {
  it('end with LF, CR LF or CR, in whatever parts it is read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '☕'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, part) => {
          const text = parts.join('');
          const expected = text.split(/\r\n|\n|\r/);
          assert.deepEqual(linesOf(text, part), { count: expected.length, lines: expected });
        },
      ),
    );
  });

  it('are found by their numbers', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join('\n');
    assert.deepEqual(linesOf(text, 100, 997).lines, ['line 997', 'line 998', 'line 999']);
  });

  it('do not begin with a byte order mark', () => {
    assert.deepEqual(linesOf('\ufeffa\nb', 10).lines, ['a', 'b']);
  });
});
