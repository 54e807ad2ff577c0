import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request, type Step } from '../../support/faultServer/steps.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const added = 'User-Agent: Req/test\r\nAccept-Encoding: gzip, deflate, br\r\nConnection: keep-alive\r\n';

describe('a message on the wire', () => {
  let server: FaultServer;
  let folder: string;
  const start = async (...scripts: (readonly Step[])[]): Promise<void> => {
    server = await startFaultServer(...scripts);
  };
  const received = (connection = 0): string => String(server.received[connection]);

  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-wire-'))));
  afterEach(async () => {
    closeIdleConnections();
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('has the author’s head byte for byte, with the missing headers around it', async () => {
    await start([request, ok]);
    const headers = [
      ['X-Second', 'b'],
      ['x-first', 'a'],
      ['X-Second', 'again'],
      ['cOOkie', 'café=☕'],
      ['X-Empty', ''],
    ] as const;
    const { error, text } = await send(resolved(`${server.url}/a%20b/../c?q=1`, { headers }));
    assert.equal(error, undefined);
    assert.equal(text, 'ok');
    assert.equal(
      received(),
      `GET /a%20b/../c?q=1 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Second: b\r\nx-first: a\r\nX-Second: again\r\ncOOkie: café=☕\r\nX-Empty:\r\n${added}\r\n`,
    );
  });

  it('has a body with its length in bytes', async () => {
    await start([request, ok]);
    await send(resolved(server.url, { method: 'POST', headers: [['Content-Type', 'text/plain']], body: 'grüße' }));
    assert.equal(
      received(),
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: text/plain\r\n${added}Content-Length: 7\r\n\r\ngrüße`,
    );
  });

  it('has any method, with a body if the author wrote one', async () => {
    await start([request, ok]);
    await send(resolved(server.url, { method: 'Purge-it', body: 'x' }));
    assert.equal(received(), `Purge-it / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${added}Content-Length: 1\r\n\r\nx`);
  });

  it('has text and files in order, streamed', async () => {
    const file = path.join(folder, 'f.bin');
    const bytes = Buffer.alloc(300_000, Buffer.from([0, 255, 13, 10]));
    fs.writeFileSync(file, bytes);
    await start([request, ok]);
    const body = [
      { kind: 'text', text: '--b\r\n' } as const,
      { kind: 'file', path: file } as const,
      { kind: 'text', text: '\r\n--b--' } as const,
    ];
    assert.equal((await send(resolved(server.url, { method: 'PUT', body }))).error, undefined);
    const raw = server.received[0] as Buffer;
    const head = raw.indexOf('\r\n\r\n') + 4;
    assert.match(raw.toString('latin1', 0, head), /^PUT \/ HTTP\/1\.1\r\nHost: [^]*\r\nContent-Length: 300012\r\n\r\n$/);
    assert.ok(raw.subarray(head).equals(Buffer.concat([Buffer.from('--b\r\n'), bytes, Buffer.from('\r\n--b--')])));
  });

  it('is chunked if the author writes so', async () => {
    const file = path.join(folder, 'f.txt');
    fs.writeFileSync(file, 'from a file');
    const chunked = { method: 'POST', headers: [['Transfer-Encoding', 'chunked']] } as const;
    await start([request, ok, request, ok, request, ok]);
    const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nTransfer-Encoding: chunked\r\n${added}\r\n`;
    for (const body of ['text', [{ kind: 'file', path: file }] as const, []]) {
      assert.equal((await send(resolved(server.url, { ...chunked, body }))).error, undefined);
    }
    assert.equal(received(), `${head}4\r\ntext\r\n0\r\n\r\n${head}b\r\nfrom a file\r\n0\r\n\r\n${head}0\r\n\r\n`);
  });

  it('is as the author insists: Expect, Upgrade, a wrong Content-Length, Transfer-Encoding, two hosts', async () => {
    await start([request, ok, end]);
    const headers = [
      ['Host', 'other.example'],
      ['host', 'second.example'],
      ['Content-Length', '1'],
      ['Transfer-Encoding', 'gzip'],
      ['Expect', '100-continue'],
      ['Upgrade', 'h2c'],
      ['Connection', 'upgrade, close'],
      ['Keep-Alive', 'timeout=1'],
    ] as const;
    await send(resolved(server.url, { method: 'POST', headers, body: 'body', options: { unsafeFraming: true } }));
    assert.equal(
      received(),
      `POST / HTTP/1.1\r\n${headers.map(([n, v]) => `${n}: ${v}\r\n`).join('')}User-Agent: Req/test\r\nAccept-Encoding: gzip, deflate, br\r\n\r\nbody`,
    );
  });

  it('is without the headers to which the author gives no value', async () => {
    await start([request, ok]);
    const headers = ['Host', 'user-agent', 'Accept-Encoding', 'Connection'].map((name) => [name, ''] as const);
    await send(resolved(server.url, { headers }));
    assert.equal(received(), 'GET / HTTP/1.1\r\n\r\n');
  });

  it('is HTTP/1.0 if the request line has this version', async () => {
    await start([request, 'HTTP/1.0 200 OK\r\n\r\nold', end]);
    const { text, reported } = await send(resolved(server.url, { httpVersion: '1.0' }));
    assert.match(received(), /^GET \/ HTTP\/1\.0\r\n/);
    assert.doesNotMatch(received(), /connection/i);
    assert.equal(reported.response?.httpVersion, '1.0');
    assert.equal(text, 'old');
  });

  it('uses one connection with the following messages', async () => {
    await start([request, ok, request, ok, request, ok]);
    const all = [];
    for (const method of ['GET', 'POST', 'HEAD']) all.push(await send(resolved(`${server.url}/${method}`, { method })));
    assert.deepEqual(
      all.map((s) => s.reported.connections[0]?.reused),
      [false, true, true],
    );
    assert.equal(server.received.length, 1);
    assert.deepEqual(received().match(/^\S+ \S+ HTTP/gm), ['GET /GET HTTP', 'POST /POST HTTP', 'HEAD /HEAD HTTP']);
    assert.match(all[0]?.reported.connections[0]?.address ?? '', new RegExp(`^127\\.0\\.0\\.1:${server.port}$`));
    const { dns, connect, tls } = all[1]?.timings ?? {};
    assert.deepEqual({ dns, connect, tls }, { dns: 0, connect: 0, tls: 0 });
  });

  it('has its own head if many are sent at once', async () => {
    await start([request, ok, end]);
    const sends = Array.from({ length: 50 }, (_, i) =>
      send(resolved(`${server.url}/${i}`, { method: 'POST', headers: [['X-N', String(i)]], body: `body ${i}` })),
    );
    assert.deepEqual(
      (await Promise.all(sends)).map((s) => s.text),
      Array.from({ length: 50 }, () => 'ok'),
    );
    const heads = server.received.map((raw) => /^POST \/(\d+) [^]*\r\nX-N: (\d+)\r\n[^]*\r\n\r\nbody (\d+)$/.exec(String(raw))?.slice(1));
    for (const [n, ...same] of heads.map((h) => h ?? [])) assert.deepEqual(same, [n, n]);
    assert.equal(new Set(heads.map((h) => h?.[0])).size, 50);
  });

  it('is empty if the request cannot be written', async () => {
    await start([]);
    const cases: readonly (readonly [Parameters<typeof resolved>[1], string, RegExp])[] = [
      [{ method: 'GET IT' }, 'header', /method "GET IT"/],
      [{ method: '' }, 'header', /method ""/],
      [{ httpVersion: '1.0', headers: [['transfer-encoding', 'chunked']], body: 'x' }, 'header', /HTTP\/1\.0 has no Transfer-Encoding/],
      [{ method: 'CONNECT' }, 'protocol', /tunnel/],
      [{ headers: [['Bad Name', 'x']] }, 'header', /"Bad Name" is not a header name/],
      [{ headers: [['X', 'a\r\nInjected: 1']] }, 'header', /value of the header X holds a line break/],
      [{ headers: [['X', 'a\0']] }, 'header', /line break or NUL/],
      [{ body: [{ kind: 'file', path: '/no/such/file' }] }, 'body', /\/no\/such\/file does not exist/],
      [{ body: [{ kind: 'file', path: os.tmpdir() }] }, 'body', /is not a file/],
    ];
    for (const [parts, kind, message] of cases) {
      const { error, reported } = await sendFailing(resolved(server.url, parts));
      assert.equal(error.kind, kind);
      assert.match(error.message, message);
      assert.deepEqual(reported.order, []);
    }
    for (const url of ['ftp://h/', 'http://h/a b', 'http://h/a\r\nX: y', 'nonsense', 'http://h:99999/']) {
      assert.equal((await sendFailing(resolved(url))).error.kind, 'url', url);
    }
    assert.deepEqual(server.received, []);
  });
});
