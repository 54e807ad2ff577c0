/**
 * A real local server for every suite: `const server = await startServer()`, then `server.url`, and `await server.close()`.
 * What it received stands in `server.requests`, parsed and as raw bytes. For answers byte by byte see faultServer/faultServer.ts.
 *
 * - `/echo` any method: `{"method", "target", "headers": [[name, value]…], "body"}`
 * - `/status/N?location=URL` · `/json?size=N` · `/delay/MS` · `/hang` (never answers) · `/headers?name=value…`
 * - `/redirect/N?to=URL` answers N with that Location and a small body
 * - `/chunked?count=N` N lines, a chunk each · `/bytes/N` · `/slow?count=N&interval=MS`
 * - `/encoded/CODINGS` (`gzip`, `deflate`, `raw-deflate`, `br`, or `gzip,br`): `{"encoded":true}`
 * - `/sse?count=N&interval=MS&encoding=gzip&retry=MS` events `{"n":0}`… with ids · `/sse/endless` as fast as it can · `/sse/die?count=N`
 *   ends the connection in the middle of event N
 * - `/ndjson?count=N&interval=MS` · `/json-seq` has two records and one that is cut short between them · `/reset` resets before an answer · `/truncated` promises 100 bytes and sends 10
 */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';

export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly raw: Buffer;
}

export interface TestServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** The name in the client's certificate of each TLS connection; empty where it showed none. */
  readonly clients: readonly string[];
  readonly accepted: number;
  readonly open: number;
  /** Waits until no more than so many connections are open. */
  untilOpen(count: number): Promise<void>;
  untilBegun(count: number): Promise<void>;
  close(): Promise<void>;
}

/** The pair of test/fixtures/tls: self-signed, for localhost and 127.0.0.1. */
export function testCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const read = (name: string): Buffer => fs.readFileSync(tlsFixture(name));
  return { key: read('key.pem'), cert: read('cert.pem') };
}

/** A file of test/fixtures/tls; make.sh there says what they are. */
// Bundled, the tests of the editor lie as deep in the repository as this file.
export const tlsFixture = (name: string): string => path.resolve(import.meta.dirname, '../../test/fixtures/tls', name);

/** A certificate of the test CA, for localhost and its addresses unless it is `other`; `expired` was valid in 2020. */
export const issuedCertificate = (name: 'server' | 'expired' | 'other' | 'hostile'): https.ServerOptions => ({
  key: fs.readFileSync(tlsFixture('server-key.pem')),
  cert: fs.readFileSync(tlsFixture(`${name}.pem`)),
});

/** @param options `tls` for https, true with the test certificate; `host` to listen elsewhere than on 127.0.0.1 */
export async function startServer(
  options: { readonly tls?: boolean | https.ServerOptions; readonly host?: string } = {},
): Promise<TestServer> {
  const requests: RecordedRequest[] = [];
  const clients: string[] = [];
  const sockets = new Set<Duplex>();
  const received = new WeakMap<Duplex, Buffer[]>();
  const waiting = new Set<() => void>();
  let accepted = 0;
  let begun = 0;
  const changed = (): void => {
    for (const check of waiting) check();
  };
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  const listener: http.RequestListener = (request, response) => {
    begun++;
    changed();
    const body: Buffer[] = [];
    request.on('data', (chunk: Buffer) => body.push(chunk));
    request.on('end', () => {
      const chunks = received.get(request.socket) ?? [];
      const raw = Buffer.concat(chunks.splice(0));
      const recorded = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: pairs(request.rawHeaders),
        body: Buffer.concat(body),
        raw,
      };
      requests.push(recorded);
      // A route whose client has gone away fails; that is the client's business.
      answer(recorded, response).catch(() => response.destroy());
    });
  };
  const tls = options.tls === true ? testCertificate() : options.tls === false ? undefined : options.tls;
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  server.keepAliveTimeout = 60_000;
  server.on('tlsClientError', () => undefined);
  server.on(tls !== undefined ? 'secureConnection' : 'connection', (socket: Socket) => {
    accepted++;
    if (socket instanceof TLSSocket) clients.push((socket.getPeerCertificate().subject as { readonly CN?: string } | undefined)?.CN ?? '');
    sockets.add(socket);
    const chunks: Buffer[] = [];
    received.set(socket, chunks);
    socket.prependListener('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      changed();
    });
    changed();
  });
  const host = options.host ?? '127.0.0.1';
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls !== undefined ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    clients,
    get accepted() {
      return accepted;
    },
    get open() {
      return sockets.size;
    },
    untilOpen: (count) => until(() => sockets.size <= count),
    untilBegun: (count) => until(() => begun >= count),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function pairs(raw: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) out.push([raw[i] as string, raw[i + 1] as string]);
  return out;
}

async function answer(request: RecordedRequest, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.target, 'http://test');
  const [, route = '', argument = ''] = url.pathname.split('/');
  const number = (name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise);
  const json = (value: unknown, status = 200): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  switch (route) {
    case 'echo':
      return json({ method: request.method, target: request.target, headers: request.headers, body: request.body.toString() });
    case 'json':
      return json({ text: 'x'.repeat(number('size', 10)) });
    case 'status': {
      const location = url.searchParams.get('location');
      response.writeHead(Number(argument), location === null ? {} : { Location: location }).end();
      return;
    }
    case 'redirect':
      response.writeHead(Number(argument), { Location: url.searchParams.get('to') ?? '/echo' }).end('moved');
      return;
    case 'headers':
      response.writeHead(200, [...url.searchParams].flat()).end();
      return;
    case 'delay':
      await sleep(Number(argument));
      return json({ waited: Number(argument) });
    case 'hang':
      return;
    case 'bytes':
      response.end(Buffer.alloc(Number(argument), 'x'));
      return;
    case 'chunked':
      for (let i = 0; i < number('count', 3); i++) response.write(`line ${i}\n`);
      response.end();
      return;
    case 'slow':
      return paced(response, number('count', 3), number('interval', 20), (i) => `line ${i}\n`);
    case 'encoded':
      response.setHeader('Content-Encoding', argument.replace('raw-', ''));
      response.end(argument.split(',').reduce(encode, Buffer.from('{"encoded":true}')));
      return;
    case 'sse':
      return sse(argument, response, url.searchParams);
    case 'ndjson':
      response.setHeader('Content-Type', 'application/x-ndjson');
      return paced(response, number('count', 3), number('interval', 0), (i) => `{"n":${i}}\n`);
    case 'json-seq':
      response.setHeader('Content-Type', 'application/json-seq');
      response.end('\u001e{"n":0}\n\u001e{"n":\u001e{"n":2}\n');
      return;
    case 'reset':
      (response.socket as Socket).resetAndDestroy();
      return;
    case 'truncated':
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('0123456789', () => response.socket?.end());
      return;
    default:
      json({ error: 'no such route' }, 404);
  }
}

function encode(body: Buffer, coding: string): Buffer {
  if (coding === 'gzip') return zlib.gzipSync(body);
  if (coding === 'deflate') return zlib.deflateSync(body);
  return coding === 'raw-deflate' ? zlib.deflateRawSync(body) : zlib.brotliCompressSync(body);
}

async function paced(response: http.ServerResponse, count: number, interval: number, piece: (i: number) => string): Promise<void> {
  for (let i = 0; i < count && !response.destroyed; i++) {
    response.write(piece(i));
    if (interval > 0) await sleep(interval);
  }
  response.end();
}

async function sse(variant: string, response: http.ServerResponse, query: URLSearchParams): Promise<void> {
  const retry = query.has('retry') ? `retry: ${query.get('retry')}\n` : '';
  const event = (i: number): string => `${retry}id: ${i}\ndata: {"n":${i}}\n\n`;
  const count = Number(query.get('count') ?? 3);
  response.setHeader('Content-Type', 'text/event-stream');
  if (variant === 'endless') {
    for (let i = 0; !response.destroyed; i++) if (!response.write(event(i))) await once(response, 'drain');
    return;
  }
  if (variant === 'die') {
    for (let i = 0; i < count; i++) response.write(event(i));
    response.write('data: cut', () => response.socket?.destroy());
    return;
  }
  if (query.get('encoding') !== 'gzip') return paced(response, count, Number(query.get('interval') ?? 0), event);
  response.setHeader('Content-Encoding', 'gzip');
  const gzip = zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
  gzip.pipe(response);
  for (let i = 0; i < count; i++) {
    gzip.write(event(i));
    await sleep(Number(query.get('interval') ?? 0));
  }
  gzip.end();
}
