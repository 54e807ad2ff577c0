import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { asHeaderValue, asLine, type Payload } from './payloads.ts';

/** A server whose responses contain payloads in every possible place. */
export interface PayloadServer {
  readonly url: string;
  close(): void;
}

/** Counts requests, none of which may arrive. */
export interface Canary {
  readonly url: string;
  readonly hits: readonly string[];
  close(): void;
}

export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = net.createServer((socket) => {
    // A connection alone is a hit, too.
    const at = hits.push('a connection') - 1;
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      hits[at] = bytes.toString('latin1').split('\r\n', 1)[0] ?? '';
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: 19\r\n\r\nglobalThis.__ran=1;');
    });
  });
  return { url: await listen(server), hits, close: () => server.close() };
}

/** Responses by path: `all`, `sse`, or a media type, with all payloads in body and head. */
export async function startPayloadServer(payloads: readonly Payload[]): Promise<PayloadServer> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    let got = '';
    socket.on('data', (bytes) => {
      got += bytes.toString('latin1');
      if (!got.includes('\r\n\r\n')) return;
      const path = /^\S+ \/(\S*)/.exec(got)?.[1] ?? '';
      got = '';
      socket.end(answer(path, payloads));
    });
  });
  return { url: await listen(server), close: () => server.close() };
}

async function listen(server: net.Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(path: string, payloads: readonly Payload[]): Buffer {
  const headers = payloads.flatMap(({ text }, i) => [
    `X-Payload-${i}: ${asHeaderValue(text)}`,
    ...(i < 8 ? [`Set-Cookie: c${i}=${asHeaderValue(text).replaceAll(';', ',')}; Path=/`] : []),
  ]);
  headers.push(`X-${'Long-'.repeat(400)}Name: value`, `Link: <javascript:globalThis.__ran=1>; rel="next"`, '__proto__: x');
  const first = payloads[2]?.text ?? '';
  const head = (type: string): string =>
    `HTTP/1.1 200 ${asHeaderValue(first)}\r\nContent-Type: ${type}\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`;
  const early = `HTTP/1.1 103 ${asHeaderValue(first)}\r\nLink: ${asHeaderValue(payloads[3]?.text ?? '')}\r\n\r\n`;
  const all = payloads.map(({ text }) => text);
  const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
    json: ['application/json', JSON.stringify(Object.fromEntries(payloads.map(({ name, text }) => [`${name} ${text}`, text])), null, 1)],
    text: [`text/plain; charset=utf-8; x="${asHeaderValue(first)}"`, all.join('\n')],
    html: ['text/html; charset=utf-8', `<!DOCTYPE html><html><body><p id="top">A page</p>${all.join('\n<hr>\n')}</body></html>`],
    svg: [
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/>${drawn(all)}</svg>`,
    ],
    md: ['text/markdown; charset=utf-8', all.join('\n\n')],
    csv: ['text/csv; charset=utf-8', all.map((text) => `"${text.replaceAll('"', '""')}",=1+1`).join('\r\n')],
    css: ['text/css; charset=utf-8', all.join('\n')],
    sse: [
      'text/event-stream',
      all.map((text) => `event: ${asLine(text)}\nid: ${asLine(text).replaceAll('\0', '')}\ndata: ${asLine(text)}\n\n`).join(''),
    ],
    parts: [
      'multipart/mixed; boundary=b',
      `${all
        .map(
          (text, i) =>
            `--b\r\nContent-Disposition: form-data; name="${i}"; filename="${asHeaderValue(text).replace(/["\\]/g, '\\$&')}"\r\nContent-Type: ${['text/html', 'image/svg+xml', 'text/markdown', 'text/plain'][i % 4]}\r\n\r\n${text}\r\n`,
        )
        .join('')}--b--`,
    ],
  };
  const [type, body] = bodies[path] ?? ['text/plain', 'none'];
  return Buffer.from((path === 'json' ? early : '') + head(type) + body);
}

/** Only payloads that an SVG parser accepts: it shows nothing of a file that is not well-formed. */
const drawn = (texts: readonly string[]): string =>
  texts
    .filter((text) => text.startsWith('<svg'))
    .join('')
    .replaceAll('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
