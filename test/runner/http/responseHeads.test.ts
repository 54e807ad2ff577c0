import assert from 'node:assert/strict';
import { ResponseHeads, type StatusLine } from '../../../src/runner/http/responseHeads.ts';

function watch(chunks: readonly Buffer[]): { readonly heads: StatusLine[]; readonly passed: string } {
  const watcher = new ResponseHeads();
  watcher.expect();
  for (const chunk of chunks) watcher.push(chunk);
  const heads: StatusLine[] = [];
  for (let head = watcher.next(); head !== undefined; head = watcher.next()) heads.push(head);
  return { heads, passed: Buffer.concat(chunks).toString() };
}

describe('heads of responses', () => {
  it('are seen at every cut, informational ones too, and bodies are left alone', () => {
    const text =
      '\r\nHTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 \r\nLink: a\r\n\r\nHTTP/1.0 200\r\nA: b\r\n\r\nHTTP/1.1 100 body\r\n\r\nHTTP/1.1 404 body\r\n\r\n';
    const expected = {
      heads: [
        { version: '1.1', status: 100, statusText: 'Go on', size: 24 },
        { version: '1.1', status: 103, statusText: '', size: 26 },
        { version: '1.0', status: 200, statusText: '', size: 22 },
      ],
      passed: text.replace('100 Go on', '102 Go on'),
    };
    for (let i = 0; i <= text.length; i++) {
      assert.deepEqual(watch([Buffer.from(text.slice(0, i)), Buffer.from(text.slice(i))]), expected, `cut at ${i}`);
    }
    assert.deepEqual(watch(Array.from(text, (c) => Buffer.from(c))), expected);
  });

  it('are looked for only after a request', () => {
    const watcher = new ResponseHeads();
    watcher.push(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'));
    assert.equal(watcher.next(), undefined);
  });

  it('whose first line has no end are given up', () => {
    const watcher = new ResponseHeads();
    watcher.expect();
    assert.equal(watcher.push(Buffer.from('HTTP/1.1 200 ')), undefined);
    assert.equal(watcher.push(Buffer.alloc(70_000, 'x'))?.kind, 'limit');
  });
});
