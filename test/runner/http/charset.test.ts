import assert from 'node:assert/strict';
import { charsetOf, charsetOfBody, charsetWarning, decodeBody } from '../../../src/runner/http/coding/bodyCharset.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('charset', () => {
  it('is the Content-Type’s parameter, quoted or not, as the encoding’s own name', () => {
    assert.equal(charsetOf('text/plain; charset=UTF-8'), 'utf-8');
    assert.equal(charsetOf('text/plain;x=1; CharSet="Shift_JIS"'), 'shift_jis');
    assert.equal(charsetOf("text/plain; charset='iso-8859-1'"), 'windows-1252');
  });

  it('is none where none is named, or none that is known', () => {
    for (const type of [undefined, '', 'text/plain', 'text/plain; charset=', 'text/plain; charset=klingon']) {
      assert.equal(charsetOf(type), undefined);
    }
  });

  it('decodes a body by the header', () => {
    assert.equal(decodeBody(latin1('caf\xe9'), 'text/plain; charset=latin1'), 'café');
    assert.equal(decodeBody(Buffer.from([0x82, 0xa0]), 'text/plain; charset=shift_jis'), 'あ');
  });

  it('decodes the signs of windows-1252 that no control characters are', () => {
    const body = Buffer.from([0x93, 0x80, 0x94, 0x9f]);
    for (const charset of ['windows-1252', 'iso-8859-1', 'latin1', 'us-ascii'])
      assert.equal(decodeBody(body, `text/plain; charset=${charset}`), '“€”Ÿ');
    assert.equal(decodeBody(Buffer.from([0xa4]), 'text/plain; charset=iso-8859-16'), '€');
  });

  it('of a BOM overrides the header, and the BOM is removed', () => {
    assert.equal(decodeBody(Buffer.from('\ufeffé'), 'text/plain; charset=latin1'), 'é');
    assert.equal(decodeBody(Buffer.from('\ufeffé', 'utf16le'), 'text/plain'), 'é');
    assert.equal(charsetOfBody(Buffer.from([0xfe, 0xff, 0, 0x61]), undefined), 'utf-16be');
  });

  it('is that of an HTML or XML declaration if the header has none', () => {
    assert.equal(decodeBody(latin1('<!doctype html><meta charset=iso-8859-1>\xe9'), 'text/html').at(-1), 'é');
    assert.equal(decodeBody(latin1('<meta http-equiv="content-type" content="text/html; charset=latin1">\xe9'), 'text/html').at(-1), 'é');
    assert.equal(decodeBody(latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'), 'application/atom+xml').at(-5), 'é');
    assert.equal(decodeBody(Buffer.from('<meta charset=latin1>é'), 'text/html; charset=utf-8').at(-1), 'é');
  });

  it('is found where browsers find it: in an XML declaration of HTML, not in a comment, and in UTF-16 without a BOM', () => {
    const cases = [
      ['<!-- <meta charset=utf-8> --><meta charset="koi8-r">', 'text/html', 'koi8-r'],
      ['<!-- <meta charset=koi8-r>', 'text/html', 'utf-8'],
      ['<meta name=a data-charset=koi8-r>', 'text/html', 'utf-8'],
      ['<meta charset=x-user-defined>', 'text/html', 'windows-1252'],
      ['<meta charset=nonsense>', 'text/html', 'utf-8'],
      ['<?xml version="1.0" encoding="koi8-r"?><html>', 'text/html', 'koi8-r'],
    ] as const;
    for (const [text, type, charset] of cases) assert.equal(charsetOfBody(latin1(text), type), charset, text);
    const xml = Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>', 'utf16le');
    assert.equal(decodeBody(xml, 'application/xml').at(-5), 'é');
    assert.equal(charsetOfBody(Buffer.from(xml).swap16(), 'text/xml'), 'utf-16be');
  });

  it('that is unknown is reported', () => {
    assert.match(charsetWarning('text/plain; charset=klingon') ?? '', /^The charset "klingon" of the Content-Type is unknown/);
    for (const type of [undefined, 'text/plain', 'text/plain; charset=utf-8', 'text/html; charset="KOI8-R"'])
      assert.equal(charsetWarning(type), undefined);
  });

  it('is not looked for in other types, far down, or believed to be UTF-16', () => {
    const meta = '<meta charset=iso-8859-1>';
    assert.equal(charsetOfBody(latin1(meta), 'text/plain'), 'utf-8');
    assert.equal(charsetOfBody(latin1(' '.repeat(1024) + meta), 'text/html'), 'utf-8');
    assert.equal(charsetOfBody(latin1('<meta charset=utf-16>'), 'text/html'), 'utf-8');
  });

  it('is UTF-8 otherwise, and invalid bytes become a replacement character', () => {
    assert.equal(decodeBody(Buffer.from('☕'), undefined), '☕');
    assert.equal(decodeBody(Buffer.from([0x61, 0xff]), 'application/json'), 'a\ufffd');
    assert.equal(decodeBody(new Uint8Array(), undefined), '');
  });
});
