/** A real HTTP/2 server whose responses a test writes: `await startHttp2Server((stream, request) => stream.respond(…))`. */
import { once } from 'node:events';
import http2, { type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { testCertificate } from './server.ts';
import { until } from './until.ts';

export interface Http2Request {
  /** As received: order and repetition, pseudo-headers first. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Resolves at its end. */
  readonly body: Promise<Buffer>;
}

export interface Http2Server {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Http2Request[];
  /** Error codes of the closed streams: RFC 9113 §7. */
  readonly codes: readonly number[];
  /** Cuts every connection, as a crashed server does. */
  cut(): void;
  /** Connections, open and closed. */
  readonly sessions: readonly ServerHttp2Session[];
  close(): Promise<void>;
}

export type Answer = (stream: ServerHttp2Stream, request: Http2Request, server: Http2Server) => unknown;

/** @param tls with the test certificate and ALPN; else by prior knowledge */
export async function startHttp2Server(answer: Answer, options: { readonly tls?: boolean } = {}): Promise<Http2Server> {
  const requests: Http2Request[] = [];
  const codes: number[] = [];
  const sessions: ServerHttp2Session[] = [];
  const server: http2.Http2Server = options.tls === true ? http2.createSecureServer(testCertificate()) : http2.createServer();
  const sockets = new Set<Socket>();
  server.on(options.tls === true ? 'secureConnection' : 'connection', (socket: Socket) => sockets.add(socket));
  server.on('session', (session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream: ServerHttp2Stream, ...reported: unknown[]) => {
    const pairs = reported[2] as readonly string[];
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', () => undefined);
    stream.on('close', () => codes.push(stream.rstCode));
    const request: Http2Request = {
      headers: pairs.flatMap((name, i) => (i % 2 === 0 ? [[name, pairs[i + 1] as string] as const] : [])),
      body: new Promise((resolve) => stream.on('end', () => resolve(Buffer.concat(chunks)))),
    };
    requests.push(request);
    void answer(stream, request, started);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started: Http2Server = {
    url: `${options.tls === true ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    codes,
    sessions,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const session of sessions) session.destroy();
      server.close();
      await until('every session is over', () => sessions.every((s) => s.destroyed));
    },
  };
  return started;
}

/** Responds with the received request as JSON. */
export async function echo(stream: ServerHttp2Stream, { headers, body }: Http2Request): Promise<void> {
  const text = String(await body);
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.end(JSON.stringify({ headers, body: text }));
}
