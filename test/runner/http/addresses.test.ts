import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { lookupOf } from '../../../src/runner/http/connect/dnsLookup.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { freePort } from '../../support/freePort.ts';

/** The name server returns only these. */
async function knowing<T>(addresses: readonly string[] | Error, work: () => Promise<T>): Promise<T> {
  const { lookup } = dns;
  dns.lookup = ((_name: string, _options: object, done: (e: Error | null, found: dns.LookupAddress[]) => void) => {
    if (addresses instanceof Error) return void setImmediate(done, addresses, []);
    setImmediate(
      done,
      null,
      addresses.map((address) => ({ address, family: net.isIP(address) })),
    );
  }) as unknown as typeof dns.lookup;
  try {
    return await work();
  } finally {
    dns.lookup = lookup;
  }
}

const found = (hostname: string, addresses?: readonly string[]): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    lookupOf(addresses)(hostname, { all: true }, (error, list) => {
      if (error !== null) reject(error);
      else resolve((list as dns.LookupAddress[]).map(({ address }) => address));
    });
  });

describe('the address of a host', () => {
  afterEach(() => closeIdleConnections());

  it('has both addresses of localhost, independent of the name server', async () => {
    assert.deepEqual(await knowing(['127.0.0.1'], () => found('localhost')), ['127.0.0.1', '::1']);
    assert.deepEqual(await knowing(['::1'], () => found('localhost')), ['::1', '127.0.0.1']);
    assert.deepEqual(await knowing(['::1', '127.0.0.1'], () => found('localhost')), ['::1', '127.0.0.1']);
    assert.deepEqual(await knowing(new Error('ENOTFOUND'), () => found('api.localhost')), ['127.0.0.1', '::1']);
    assert.deepEqual(await knowing(['10.0.0.1'], () => found('localhost.example')), ['10.0.0.1']);
    await assert.rejects(
      knowing(new Error('ENOTFOUND'), () => found('h.example')),
      /ENOTFOUND/,
    );
    assert.deepEqual(await found('h.example', ['127.0.0.2', '::2']), ['127.0.0.2', '::2']);
  });

  it('is tried after another one where nothing listens', async () => {
    const server = http.createServer((_, response) => response.end('here')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    try {
      // Nobody listens at the first.
      const { text, reported } = await knowing(['127.0.0.9', '127.0.0.1'], () => send(resolved(`http://h.example:${port}/`)));
      assert.equal(text, 'here');
      assert.equal(reported.connections[0]?.address, `127.0.0.1:${port}`);
    } finally {
      closeIdleConnections();
      server.close();
      await once(server, 'close');
    }
  });

  it('is named with all others in the error where none can be reached', async () => {
    const port = await freePort();
    const { error } = await knowing(['127.0.0.1', '127.0.0.2'], () => sendFailing(resolved(`http://h.example:${port}/`)));
    assert.equal(error.message, `Nothing listens at h.example:${port} (tried 127.0.0.1 and 127.0.0.2): the connection was refused.`);
  });
});

(process.platform === 'win32' ? describe.skip : describe)('a socket in the file system', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-socket-'))));
  afterEach(() => {
    closeIdleConnections();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('is spoken to as a host is, by the name localhost', async () => {
    const socket = path.join(folder, 'app.sock');
    const seen: (string | undefined)[] = [];
    const server = http.createServer((request, response) => {
      seen.push(request.url, request.headers.host);
      if (request.url === '/moved') response.writeHead(302, { Location: '/there' });
      response.end('from the socket');
    });
    server.listen(socket);
    await once(server, 'listening');
    try {
      const url = `http+unix://${encodeURIComponent(socket)}`;
      const { text, reported } = await send(resolved(`${url}/v1/info?x=1`));
      assert.equal(text, 'from the socket');
      assert.deepEqual(reported.connections, [
        { address: socket, reused: false, info: { address: socket, proxy: undefined, tls: undefined } },
      ]);
      assert.equal((await send(resolved(`${url}/moved`))).text, 'from the socket');
      assert.deepEqual(seen, ['/v1/info?x=1', 'localhost', '/moved', 'localhost', '/there', 'localhost']);
    } finally {
      closeIdleConnections();
      server.close();
      await once(server, 'close');
    }
  });

  it('is where no host can send a request on to', async () => {
    const server = http
      .createServer((_, response) => response.writeHead(302, { Location: `http+unix://${encodeURIComponent('/var/run/app.sock')}/` }).end())
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    try {
      const { reported } = await send(resolved(`http://127.0.0.1:${port}/`));
      assert.equal(reported.response?.status, 302);
      assert.match(reported.warnings.join(), /is neither http nor https/);
    } finally {
      closeIdleConnections();
      server.close();
      await once(server, 'close');
    }
  });

  it('that does not exist, or contains a NUL, is an error with the reason', async () => {
    const socket = path.join(folder, 'none.sock');
    const { error } = await sendFailing(resolved(`http+unix://${encodeURIComponent(socket)}/`));
    assert.equal(error.message, `There is no socket ${socket}.`);
    assert.match((await sendFailing(resolved('http+unix://%2Fa%00b/'))).error.message, /holds a NUL/);
    assert.match((await sendFailing(resolved('http+unix://%2Fa%zz/'))).error.message, /not the percent-encoded path/);
  });
});
