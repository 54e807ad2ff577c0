/** Compares the bytes of all kinds of requests with files: see test/fixtures/wire/README.md. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startFaultServer, type FaultServer } from './faultServer/faultServer.ts';

export const wireFolder = fileURLToPath(new URL('../fixtures/wire', import.meta.url));

/** Writes the files instead of comparing. */
export const renewing = process.env['REQ_RENEW_WIRE'] !== undefined;

export interface WireServer {
  /** The beginning of every file of requests. */
  readonly definitions: string;
  /** Messages since the last call, with port and version replaced. */
  take(): readonly Buffer[];
  close(): Promise<void>;
}

/** A server that records the bytes of each message. Some targets redirect or set cookies. */
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

/** Latin-1 preserves each byte. */
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

/** The requests of requests.req, and the text above them. */
export function wireRequests(): { readonly above: string; readonly requests: readonly WireRequest[] } {
  const [above = '', ...blocks] = fs.readFileSync(`${wireFolder}/requests.req`, 'utf8').split(/^(?=### )/m);
  return { above, requests: blocks.map((text) => ({ name: /^### (.*)/.exec(text)?.[1] ?? '', text })) };
}

/** The messages as one text with visible line ends, for readable differences. */
export function readable(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\r', '\u240d');
}

export const goldenFile = (name: string): string => `${wireFolder}/golden/${name}.http`;
