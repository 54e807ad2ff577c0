import assert from 'node:assert/strict';
import { fileExtension, viewedExtension } from '../../src/response/bodyText/fileExtension.ts';

describe('the file extension of a body', () => {
  it('is that of its media type, otherwise that of its view', () => {
    assert.equal(fileExtension('application/pdf', 'hex'), 'pdf');
    assert.equal(fileExtension('image/svg+xml', 'xml'), 'svg');
    assert.equal(fileExtension('image/tiff', 'image'), 'tiff');
    assert.equal(fileExtension('text/css', 'text'), 'css');
    assert.equal(fileExtension('application/problem+json', 'json'), 'json');
    assert.equal(fileExtension('image/../../x', 'image'), 'bin');
    assert.equal(fileExtension('__proto__', 'hex'), 'bin');
  });

  it('is none for another program where that might run it', () => {
    assert.equal(viewedExtension('application/pdf'), 'pdf');
    assert.equal(viewedExtension('video/mp4'), 'mp4');
    for (const type of ['text/html', 'image/svg+xml', 'application/zip', 'text/javascript', 'image/unknown', ''])
      assert.equal(viewedExtension(type), undefined, type);
  });
});
