import assert from 'node:assert/strict';
import { contentOf } from '../../src/response/preview/detectContent.ts';
import { sniffMedia } from '../../src/response/preview/mediaSniff.ts';
import { bodyOf } from './bodyOf.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

describe('the kind of bytes by their beginning', () => {
  const cases: readonly (readonly [begin: string, mediaType: string | undefined])[] = [
    [png, 'image/png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
    ['GIF89a\x01\0', 'image/gif'],
    ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
    ['BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0', 'image/bmp'],
    ['\0\0\x01\0\x01\0\x10\x10\0\0\x01\0', 'image/x-icon'],
    ['<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="x">', 'image/svg+xml'],
    ['<svg>', 'image/svg+xml'],
    ['%PDF-1.7\n', 'application/pdf'],
    ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
    ['ID3\x04\0', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', 'audio/mpeg'],
    ['fLaC\0', 'audio/flac'],
    ['OggS\0', 'audio/ogg'],
    ['\0\0\0\x20ftypM4A \0', 'audio/mp4'],
    ['\0\0\0\x18ftypmp42\0', 'video/mp4'],
    ['\x1a\x45\xdf\xa3\x93\x42\x86\x81\x01webm', 'video/webm'],
    ['PK\x03\x04\x14', 'application/zip'],
    ['\0asm\x01\0\0\0', 'application/wasm'],
    ['BM is short for benchmark, and this is text', undefined],
    ['\xff\xff\xff\xff', undefined],
    ['{"a": 1}', undefined],
    ['<p>not <svg></p>', undefined],
    ['', undefined],
  ];
  for (const [begin, mediaType] of cases)
    it(`${JSON.stringify(begin.slice(0, 20))} is ${mediaType ?? 'nothing that is known'}`, () =>
      assert.equal(sniffMedia(bytes(begin))?.mediaType, mediaType));
});

describe('the view of a body', () => {
  const kind = (contentType: string, text: string): readonly [string, string | null] => {
    const content = contentOf(bodyOf(bytes(text)), contentType);
    return [content.kind, content.note];
  };

  it('is that of its type', () => {
    assert.deepEqual(kind('image/png', png), ['image', null]);
    assert.deepEqual(kind('text/html; charset=utf-8', '<p>a'), ['html', null]);
    assert.deepEqual(kind('text/markdown', '# a'), ['markdown', null]);
    assert.deepEqual(kind('text/csv', 'a,b'), ['table', null]);
    assert.deepEqual(kind('application/json', '{}'), ['text', null]);
    assert.deepEqual(kind('audio/mp3', 'ID3\x04\0'), ['audio', null]);
    assert.deepEqual(kind('application/vnd.openxmlformats-officedocument', 'PK\x03\x04\0'), ['bytes', null]);
    assert.deepEqual(kind('application/json', ''), ['empty', null]);
    assert.deepEqual(kind('image/svg+xml', '<svg></svg>'), ['image', null]);
    assert.deepEqual(kind('application/xml', '<svg></svg>'), ['text', null]);
  });

  it('is that of its bytes if the type is missing, generic or wrong, and this is reported', () => {
    assert.deepEqual(kind('', png), ['image', 'Looks like PNG, was sent without a Content-Type.']);
    assert.deepEqual(kind('application/octet-stream', '%PDF-1.4\n'), ['pdf', 'Looks like PDF, was sent as application/octet-stream.']);
    assert.deepEqual(kind('text/plain', png), ['image', 'Looks like PNG, was sent as text/plain.']);
    assert.deepEqual(kind('image/png', 'GIF89a'), ['image', 'Looks like GIF, was sent as image/png.']);
    assert.deepEqual(kind('text/html', 'PK\x03\x04\0'), ['bytes', 'Looks like a ZIP archive, was sent as text/html.']);
  });

  it('is no PDF for quoting one, unless it was sent as one', () => {
    const quoting = '--b\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n\r\n--b--';
    assert.deepEqual(kind('multipart/mixed; boundary=b', quoting), ['multipart', null]);
    assert.deepEqual(kind('text/plain', 'A document begins with %PDF-1.7'), ['text', null]);
    assert.deepEqual(kind('application/pdf', '\r\n%PDF-1.4\n'), ['pdf', null]);
  });

  it('is text where an error in words is sent as a picture or a document', () => {
    assert.deepEqual(kind('image/png', '{"error": "no such picture"}'), ['text', null]);
    assert.deepEqual(kind('application/pdf', '<h1>Not found</h1>'), ['bytes', null]);
  });

  it('is bytes if it is too large, and this is reported', () => {
    const large = { size: 21 * 1024 * 1024, received: 0, failure: undefined, read: () => bytes(png) };
    assert.deepEqual(
      [contentOf(large, 'image/png').kind, contentOf(large, 'image/png').note],
      ['bytes', 'It is too large to be shown here: 21 MB of at most 20 MB.'],
    );
  });

  it('counts the pages of a PDF, where that is not compressed', () => {
    const detail = (text: string): string | null => contentOf(bodyOf(bytes(`%PDF-1.4\n${text}`)), 'application/pdf').detail;
    assert.equal(detail('<< /Type /Pages /Count 12 /Kids [] >> << /Count 3 >>'), '12 pages');
    assert.equal(detail('<< /Linearized 1 /L 5 /N 1 >>'), '1 page');
    assert.equal(detail('stream'), null);
  });
});
