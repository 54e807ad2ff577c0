import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from '../../support/exchange.ts';

const pieces = [
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.0 200 OK\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early\r\nLink: a\r\n\r\n',
  'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'HTTP/1.1 204 No\r\n',
  'HTTP/1.1 302 Found\r\nLocation: /x\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Encoding: gzip\r\n',
  'Connection: close\r\n',
  '\r\n',
  '5\r\nhello\r\n',
  '0\r\n\r\n',
  'hello',
  '\0ÿ',
  'x'.repeat(70_000),
];

/** The same numbers in every run: a linear congruential generator (Numerical Recipes). */
function numbers(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a server that answers anything at all', () => {
  it('can end an exchange only well or with an error for the user', async () => {
    const below = numbers();
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => {
        const text = Array.from({ length: 1 + below(8) }, () => pieces[below(pieces.length)]).join('');
        const cut = below(text.length + 1);
        socket.write(text.slice(0, cut), 'latin1');
        const last = [
          () => socket.end(),
          () => socket.resetAndDestroy(),
          () => socket.write(text.slice(cut), 'latin1'),
          () => setImmediate(() => socket.end(text.slice(cut), 'latin1')),
        ];
        last[below(last.length)]?.();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
    const file = { kind: 'file', path: fileURLToPath(import.meta.url) } as const;
    const bodies = [[], 'text', 'x'.repeat(300_000), [file], Array.from({ length: 40 }, () => file)];
    try {
      for (let i = 0; i < 100; i++) {
        await Promise.all(
          ['GET', 'HEAD', 'POST', 'DELETE'].map(async (method) => {
            const controller = new AbortController();
            if (below(5) === 0) setTimeout(() => controller.abort(), below(3));
            const body = bodies[below(bodies.length)] ?? [];
            const options = { timeoutMs: 30, idleTimeoutMs: 30 };
            const { error } = await send(resolved(url, { method, body, options }), controller.signal);
            assert.notEqual(error?.kind, 'bug', error?.message);
          }),
        );
      }
    } finally {
      closeIdleConnections();
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });
});
