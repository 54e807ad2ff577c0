import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CsvScanner, csvRows, csvValue } from '../../src/base/text/csv.ts';
import { growsLinearly } from '../support/growsLinearly.ts';

const fieldsOf = (text: string, separator = ','): readonly (readonly string[])[] =>
  [...csvRows(text, { separator })].map(({ cells }) => cells.map(({ start, end }) => csvValue(text.slice(start, end))));

describe('the CSV reader', () => {
  it('reads back written rows, whatever the fields contain', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (table) => {
        const text = table.map((fields) => fields.map((f) => `"${f.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        assert.deepEqual(fieldsOf(text), table);
      }),
    );
  });

  it('finds the same rows in bytes as in text, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'é') }), (text) => {
        const scanner = new CsvScanner(',');
        let ends = 0;
        for (const byte of Buffer.from(`${text}\n`)) if (scanner.next(byte) === 'row') ends++;
        // An open quoted cell is a row too.
        assert.equal(ends + (scanner.isQuoted ? 1 : 0), fieldsOf(`${text}\n`).length);
      }),
    );
  });

  it('opens a quoted cell only at the start of a cell', () => {
    assert.deepEqual(fieldsOf('5" disk,a\n6" disk,b'), [
      ['5" disk', 'a'],
      ['6" disk', 'b'],
    ]);
  });

  it('reports text after a closing quote, and a quote that is not closed, with their lines', () => {
    const problems = (text: string): readonly string[] =>
      [...csvRows(text, { separator: ',' })].flatMap(({ problem }) =>
        problem === undefined ? [] : [`${problem.line}: ${problem.message}`],
      );
    assert.match(problems('a\n"x"y\n').join(), /^2: a comma or the end of the line must follow the closing quote/);
    assert.match(problems('a\n"x"\ry\n').join(), /^2: a comma or the end of the line must follow the closing quote/);
    assert.match(problems('a\n"open\n\n').join(), /^2: .*is not closed/);
    assert.deepEqual(problems('"a"\r\n"b" ""\n').length, 1);
    assert.deepEqual(problems('"a"\r\n"b"""\n""'), []);
  });

  for (const piece of ['"', '""', ',', '\n', '"\n', 'a', '\r'])
    it(`reads many ${JSON.stringify(piece)} in linear time`, () => {
      // Rows that are kept would make the collector's work grow faster than the text.
      const read = (text: string): void => {
        for (const { cells } of csvRows(text, { separator: ',' })) for (const { start, end } of cells) csvValue(text.slice(start, end));
      };
      growsLinearly((n) => piece.repeat(n), read, piece.length);
    });
});
