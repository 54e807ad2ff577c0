import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { commandBundle, makeFolder, runReq, type Folder } from '../../support/command.ts';

const mebibyte = 1024 * 1024;
const size = 400 * mebibyte;

describe('req send of a large body', () => {
  let folder: Folder;
  let server: http.Server;
  let sent: Promise<void>;
  before(async () => {
    folder = makeFolder();
    let whole: () => void;
    sent = new Promise((resolve) => (whole = resolve));
    const piece = Buffer.alloc(mebibyte, 'x');
    server = http.createServer((request, response) => {
      if (request.url === '/bomb')
        return response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * mebibyte)));
      response.writeHead(200, { 'Content-Length': size });
      let left = size / mebibyte;
      const go = (): void => {
        while (left > 0) {
          left--;
          if (!response.write(piece)) return void response.once('drain', go);
        }
        response.end(() => whole());
      };
      return go();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    folder.remove();
  });
  const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  it('is received at full speed with little memory although the output is not read, and is then complete', async () => {
    folder.write('large.req', `# @name large\nGET ${url('/')}\n\n?? status == 200\n`);
    const child = spawn(process.execPath, [await commandBundle(), 'send', 'large.req', '--body-only'], { cwd: folder.path });
    child.stdin.end();
    const code = once(child, 'exit');
    try {
      await sent;
      // Without a slow reader's file all that came would be in it.
      if (process.platform === 'linux') {
        const peak = Number(/VmHWM:\s*(\d+) kB/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
        assert.ok(peak * 1024 < size, `${peak} kB`);
      }
      let received = 0;
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) received += chunk.length;
      assert.equal(received, size);
      assert.deepEqual(await code, [0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('stops at --max-body-size of the decoded body', async () => {
    folder.write('bomb.req', `GET ${url('/bomb')}\n`);
    const { code, stderr, stdout } = await runReq(['send', 'bomb.req', '--max-body-size', '2', '--body-only'], { cwd: folder.path });
    assert.equal(code, 4);
    assert.match(stderr, /larger than the limit of 2097152 bytes\.\nhint: .*--max-body-size/);
    assert.equal(stdout.length, 2 * mebibyte);
  });
});
