import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { partName, partsOf } from '../../src/response/preview/multipartPreview.ts';
import { bodyOf } from './bodyOf.ts';

const type = 'multipart/mixed; boundary=b';
const read = (text: string, contentType = type): readonly (readonly [headers: string, content: string])[] | undefined => {
  const bytes = Buffer.from(text);
  return partsOf(bodyOf(bytes), contentType)?.map(({ headers, start, end }) => [
    headers.map(([name, value]) => `${name}=${value}`).join(' '),
    bytes.subarray(start, end).toString(),
  ]);
};

describe('the parts of a multipart body', () => {
  it('have headers and a content that is as it was', () => {
    assert.deepEqual(
      read(
        'preamble\r\n--b\r\nContent-Type: text/plain\r\nX: 1\r\n  2\r\n\r\none\r\n\r\n--b\r\n\r\nno head\r\n--b--\r\nepilogue\r\n--b\r\n\r\nx',
      ),
      [
        ['Content-Type=text/plain X=1 2', 'one\r\n'],
        ['', 'no head'],
      ],
    );
  });

  it('end at lines that are the boundary alone', () => {
    assert.deepEqual(read('--b\n\na --b b\n--bb\n--b-\n--b \t\n\nc\n--b--'), [
      ['', 'a --b b\n--bb\n--b-'],
      ['', 'c'],
    ]);
    assert.deepEqual(read('--b\n\na --b\nb\n--b--'), [['', 'a --b\nb']]);
  });

  it('are returned as far as they arrived', () => {
    assert.deepEqual(read('--b\r\nA: 1\r\n\r\nhalf'), [['A=1', 'half']]);
    assert.deepEqual(read('--b\r\nA: 1'), [['A=1', '']]);
    assert.deepEqual(read('--b\r\n'), []);
    assert.deepEqual(read(''), []);
  });

  it('are found by a quoted boundary, and by the first line where the type names none', () => {
    assert.deepEqual(read('--a b\n\nx\n--a b--', 'multipart/form-data; boundary="a b"'), [['', 'x']]);
    assert.deepEqual(read('--found\r\n\r\nx\r\n--found--\r\n', 'multipart/mixed'), [['', 'x']]);
    assert.equal(read('no boundary', 'multipart/mixed'), undefined);
  });

  it('are the parts that were joined', () => {
    const content = fc.string({ unit: fc.constantFrom('a', '-', 'b', '\r', '\n', ' ', ':') });
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 5 }), (contents) => {
        fc.pre(contents.every((c) => !/(?:^|\n)--b/.test(c)));
        const body = `${contents.map((c) => `--b\r\nN: v\r\n\r\n${c}\r\n`).join('')}--b--`;
        assert.deepEqual(
          read(body),
          contents.map((c) => ['N=v', c]),
        );
      }),
    );
  });

  it('are called by their field and file', () => {
    const name = (value: string): string | null => partName([['content-disposition', value]]);
    assert.equal(name('form-data; name="a \\"b\\""; filename="c.png"'), 'a "b": c.png');
    assert.equal(name('attachment; filename=x'), 'x');
    assert.equal(name('form-data; name=f'), 'f');
    assert.equal(name('inline'), null);
  });
});
