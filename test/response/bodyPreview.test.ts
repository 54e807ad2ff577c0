import assert from 'node:assert/strict';
import { BodyPreview } from '../../src/response/preview/bodyPreview.ts';
import { modesOf } from '../../src/response/preview/bodyModes.ts';
import { bodyOf, hidingOf } from './bodyOf.ts';

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const previewOf = (contentType: string, text: string): BodyPreview =>
  new BodyPreview(bodyOf(Buffer.from(text, 'latin1')), contentType, decode, hidingOf('hush'));
const text = (preview: BodyPreview, part: number, start = 0, count = 1000): string | undefined => {
  const data = preview.read(part, start, count)?.data;
  return data?.kind === 'text' ? data.text : undefined;
};

describe('the preview of a body', () => {
  it('is none for what its text says', () => {
    assert.equal(previewOf('application/json', '{}').shown, null);
    assert.equal(previewOf('application/octet-stream', '\0\0').shown, null);
    assert.equal(previewOf('multipart/mixed', 'no boundary').shown, null);
  });

  it('returns texts piece by piece, without secrets', () => {
    const preview = previewOf('text/html', '<p>hush now</p>');
    assert.equal(text(preview, 0), '<p>••• now</p>');
    assert.deepEqual(preview.read(0, 4, 3), { total: 14, data: { kind: 'text', text: '•• ' } });
    assert.deepEqual(preview.read(0, 99, 3), { total: 14, data: { kind: 'text', text: '' } });
  });

  it('returns bytes at their places, with hidden secrets, also if a piece begins in a secret', () => {
    const preview = previewOf('image/png', '\x89PNG\r\n\x1a\nhush!');
    const data = preview.read(0, 10, 100)?.data;
    assert.ok(data?.kind === 'bytes');
    assert.equal(Buffer.from(data.bytes).toString('latin1'), '**!');
  });

  it('decodes a part in base64, and shows an invalid one unchanged', () => {
    const part = (type: string, content: string, encoding = 'base64'): string =>
      `--b\r\nContent-Type: ${type}\r\ncontent-transfer-encoding: ${encoding}\r\n\r\n${content}\r\n`;
    const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
    const wrapped = base64('{"a":"hush","long":"xxxxxxxxxxxxxxxx"}').replace(/.{20}/g, '$&\r\n');
    const preview = previewOf(
      'multipart/mixed; boundary=b',
      `${part('application/json', wrapped)}${part('image/png', base64('\x89PNG\r\n\x1a\nhush!'), ' BASE64 ')}${part('text/plain', 'no base64!')}${part('text/plain', 'YQ==', '8bit')}--b--`,
    );
    assert.deepEqual(
      preview.shown?.parts.map(({ content }) => [content.kind, content.size]),
      [
        ['text', 38],
        ['image', 13],
        ['text', 10],
        ['text', 4],
      ],
    );
    assert.equal(text(preview, 1), '{\n  "a": "•••",\n  "long": "xxxxxxxxxxxxxxxx"\n}');
    const picture = preview.read(2, 8, 100)?.data;
    assert.ok(picture?.kind === 'bytes');
    assert.equal(Buffer.from(picture.bytes).toString('latin1'), '****!');
    assert.deepEqual([text(preview, 3), text(preview, 4)], ['no base64!', 'YQ==']);
    // What another program is given is the same.
    assert.equal(Buffer.from(preview.bytes(2)?.read(0, 4) ?? []).toString('latin1'), '\x89PNG');
  });

  it('returns the parts of a multipart body with their headers, each with its kind', () => {
    const body = [
      '--b\r\nContent-Type: application/json\r\nX-Key: hush\r\n\r\n{"a":"hush"}\r\n',
      '--b\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\nContent-Type: text/plain\r\n\r\n\x89PNG\r\n\x1a\nhush\r\n',
      '--b\r\nContent-Type: text/csv\r\n\r\na,b\n1,hush\r\n',
      '--b\r\nContent-Type: application/x-thing\r\n\r\n\0\x01hush\r\n--b--',
    ].join('');
    const preview = previewOf('multipart/mixed; boundary=b', body);
    assert.deepEqual(
      preview.shown?.parts.map(({ name, content }) => [name, content.kind, content.note]),
      [
        [null, 'text', null],
        ['f: p.png', 'image', 'Looks like PNG, was sent as text/plain.'],
        [null, 'table', null],
        [null, 'bytes', null],
      ],
    );
    assert.deepEqual(preview.shown?.parts[0]?.headers[1], ['X-Key', '•••']);
    assert.equal(text(preview, 1), '{\n  "a": "•••"\n}');
    const picture = preview.read(2, 0, 100);
    assert.equal(picture?.total, 12);
    assert.deepEqual(preview.read(3, 0, 9)?.data, {
      kind: 'rows',
      rows: [
        ['a', 'b'],
        ['1', '•••'],
      ],
    });
    assert.match(text(preview, 4) ?? '', /^00000000 {2}00 01 •• •• •• •• {20,}\.\.••••$/);
    assert.equal(preview.read(5, 0, 1), undefined);
    assert.equal(preview.read(0, 0, 1), undefined);
  });

  it('hides a secret in the name of a part', () => {
    const preview = previewOf('multipart/mixed; boundary=b', '--b\r\nContent-Disposition: form-data; name="hush"\r\n\r\nx\r\n--b--');
    assert.deepEqual(
      preview.shown?.parts.map(({ name }) => name),
      ['•••'],
    );
  });

  it('says that it shows only the beginning of a long page', () => {
    const long = previewOf('text/html', `<p>${'x'.repeat(2 * 1024 * 1024)}</p>`);
    assert.equal(long.content.note, 'The preview shows only the first 2 MB.');
    assert.equal(long.read(0, 0, 1)?.total, 2 * 1024 * 1024);
    assert.equal(previewOf('text/html', '<p>x</p>').content.note, null);
  });

  it('is the usual mode for what one sees or hears, and one click away for what is text, too', () => {
    assert.deepEqual(modesOf([], 'image'), ['preview', 'hex']);
    assert.deepEqual(modesOf(['raw'], 'html'), ['raw', 'hex', 'preview']);
    assert.deepEqual(modesOf(['pretty', 'raw'], 'text'), ['pretty', 'raw', 'hex']);
    assert.deepEqual(modesOf([], 'bytes'), ['hex']);
    assert.deepEqual(modesOf([], 'empty'), []);
  });
});
