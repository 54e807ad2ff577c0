import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { separatorOf, TableText } from '../../src/response/preview/tableText.ts';
import { hidesNothing, type Hiding } from '../../src/response/record/hiding.ts';
import { bodyOf, hidingOf } from './bodyOf.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
function table(text: string, separator = ',', hiding: Hiding = hidesNothing): TableText {
  const made = new TableText(bodyOf(Buffer.from(text)), separator, decode, hiding);
  while (!made.scan());
  return made;
}
const rows = (text: string, separator = ','): readonly (readonly string[])[] => {
  const read = table(text, separator);
  return read.read(0, read.total);
};

describe('a table received as text', () => {
  it('has the cells that RFC 4180 has', () => {
    assert.deepEqual(rows('a,b\r\n1,"2,\n""x"""\n,\n'), [
      ['a', 'b'],
      ['1', '2,\n"x"'],
      ['', ''],
    ]);
    assert.deepEqual(rows('a;b\n\n1;2', ';'), [['a', 'b'], [''], ['1', '2']]);
    assert.deepEqual(rows('007,1e5,9007199254740993'), [['007', '1e5', '9007199254740993']]);
    assert.deepEqual(rows(''), []);
    assert.deepEqual(rows('"open,\nto the end'), [['open,\nto the end']]);
  });

  it('ends a cell at its separator after a quote within the cell', () => {
    assert.deepEqual(rows('size,name\n5",disk\n3",tape\n'), [
      ['size', 'name'],
      ['5"', 'disk'],
      ['3"', 'tape'],
    ]);
  });

  it('shows the last row where its only or last cell is empty', () => {
    assert.deepEqual(rows('a,b\n1,'), [
      ['a', 'b'],
      ['1', ''],
    ]);
  });

  it('reads back what was written, from any row on', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '1') });
    const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 20 }), fc.nat(20), (written, from) => {
        const read = table(written.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
        assert.equal(read.total, written.length);
        assert.deepEqual(read.read(from, 100), written.slice(from));
      }),
    );
  });

  it('reads any page of many rows', () => {
    const read = table(Array.from({ length: 100_000 }, (_, i) => `${i},"row ${i}"`).join('\n'));
    assert.equal(read.total, 100_000);
    assert.deepEqual(read.read(0, 1), [['0', 'row 0']]);
    assert.deepEqual(read.read(77_777, 2), [
      ['77777', 'row 77777'],
      ['77778', 'row 77778'],
    ]);
    assert.deepEqual(read.read(99_999, 50), [['99999', 'row 99999']]);
  });

  it('reads all of many large rows, some at a time', () => {
    const read = table(Array.from({ length: 40 }, (_, i) => `${i},${'x'.repeat(200_000)}`).join('\n'));
    for (let at = 0; at < 40;) {
      const page = read.read(at, 40 - at);
      assert.ok(page.length > 0);
      for (const row of page) assert.equal(row[0], String(at++));
    }
  });

  it('shows no secret, and keeps the cells around it, with any text in the secret', () => {
    for (const secret of ['hush', 'a,b', 'a"b', 'a\nb']) {
      const written = `"x ${secret.replaceAll('"', '""')} y"`;
      assert.deepEqual(table(`k,v\n1,${written},z\n2,w`, ',', hidingOf(secret)).read(0, 9), [
        ['k', 'v'],
        ['1', 'x ••• y', 'z'],
        ['2', 'w'],
      ]);
    }
  });

  it('shows no end of a secret at the start of a page, if the page before has its beginning', () => {
    const secret = 'a\nb';
    const lines = Array.from({ length: 600 }, (_, i) => `${i}`);
    const read = table([...lines.slice(0, 255), secret, ...lines].join('\n'), ',', hidingOf(secret));
    assert.deepEqual(read.read(254, 4), [['254'], ['•••'], ['•••'], ['0']]);
    assert.deepEqual(read.read(256, 2), [['•••'], ['0']]);
  });

  it('has the separator of its type, otherwise the most regular one', () => {
    const found = (text: string, type = 'text/csv'): string => separatorOf(Buffer.from(text), type);
    assert.equal(found('a,b;c\n1,2\n3,4\n'), ',');
    assert.equal(found('a;b\n1,5;2\n3,7;4\n'), ';');
    assert.equal(found('a|b|c\n1|2|3\n'), '|');
    assert.equal(found('a,b\tc', 'text/tab-separated-values'), '\t');
    assert.equal(found('one column\nof words\n'), ',');
  });
});
