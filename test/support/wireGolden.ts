/** What requests of all kinds put on the wire, held against files: see test/fixtures/wire/README.md. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startFaultServer, type FaultServer } from './faultServer/faultServer.ts';

export const wireFolder = fileURLToPath(new URL('../fixtures/wire', import.meta.url));

/** Renews the files instead of holding against them. */
export const renewing = process.env['REQ_RENEW_WIRE'] !== undefined;

export interface WireServer {
  /** What every file of requests begins with. */
  readonly definitions: string;
  /** Each message since it was asked last, its port and version made the same for all. */
  take(): readonly Buffer[];
  close(): Promise<void>;
}

/** A server that keeps the bytes of each message, and redirects and sets cookies where its target says so. */
export async function startWireServer(): Promise<WireServer> {
  const messages: Buffer[] = [];
  const server: FaultServer = await startFaultServer([
    {
      do: 'serve',
      answer(bytes) {
        messages.push(bytes);
        return answerTo(bytes.toString('latin1').split(' ', 2)[1] ?? '');
      },
    },
  ]);
  return {
    definitions: `@host = ${server.url}\n@port = ${server.port}\n`,
    take: () => messages.splice(0).map((bytes) => normalised(bytes, server.port)),
    close: () => server.close(),
  };
}

function answerTo(target: string): string {
  const [, status, to] = /^\/(30\d)(\/.*)$/.exec(target) ?? [];
  if (status !== undefined) return `HTTP/1.1 ${status} Moved\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;
  if (target === '/cookie/set') {
    return 'HTTP/1.1 302 Found\r\nLocation: /cookie/next\r\nSet-Cookie: a=1; Path=/cookie\r\nSet-Cookie: b=two; Path=/cookie\r\nContent-Length: 0\r\n\r\n';
  }
  return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
}

/** Latin-1 keeps each byte. */
function normalised(bytes: Buffer, port: number): Buffer {
  const text = bytes
    .toString('latin1')
    .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:PORT')
    .replace(/\r\nUser-Agent: Req\/[^\r]*/, '\r\nUser-Agent: Req/VERSION');
  return Buffer.from(text, 'latin1');
}

export interface WireRequest {
  readonly name: string;
  readonly text: string;
}

/** The requests of requests.req, and what stands above them. */
export function wireRequests(): { readonly above: string; readonly requests: readonly WireRequest[] } {
  const [above = '', ...blocks] = fs.readFileSync(`${wireFolder}/requests.req`, 'utf8').split(/^(?=### )/m);
  return { above, requests: blocks.map((text) => ({ name: /^### (.*)/.exec(text)?.[1] ?? '', text })) };
}

/** The messages as one text with its line ends visible, so that a difference can be read. */
export function readable(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\r', '\u240d');
}

export const goldenFile = (name: string): string => `${wireFolder}/golden/${name}.http`;
