import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { closeIdleConnections } from '../../src/runner/http/exchange/exchange.ts';
import { resolved, send } from './exchange.ts';

/** Numbers from 0 to below the argument, the same in every run: a linear congruential generator (Numerical Recipes). */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Sends requests of all kinds to a server that writes what it likes. Fails if one ends with a bug of Req, or if no response was read: then
 * nothing was tested.
 * @param talk writes to a new connection
 */
export async function endsWellOrWithAnError(
  below: (limit: number) => number,
  talk: (socket: net.Socket) => void,
  { httpVersion, afterRound = () => {} }: { readonly httpVersion?: '2'; readonly afterRound?: (round: number) => void } = {},
): Promise<void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`;
  const file = { kind: 'file', path: fileURLToPath(import.meta.url) } as const;
  const bodies = [[], 'text', 'x'.repeat(300_000), [file], Array.from({ length: 40 }, () => file)];
  let read = 0;
  try {
    for (let round = 0; round < 100; round++) {
      await Promise.all(
        ['GET', 'HEAD', 'POST', 'DELETE'].map(async (method) => {
          const controller = new AbortController();
          if (below(5) === 0) setTimeout(() => controller.abort(), below(3));
          const body = bodies[below(bodies.length)] ?? [];
          const options = { timeoutMs: 30, idleTimeoutMs: 30 };
          const request = resolved(url, { method, body, options, ...(httpVersion === undefined ? {} : { httpVersion }) });
          const { error } = await send(request, controller.signal);
          assert.notEqual(error?.kind, 'bug', error?.message);
          if (error === undefined || error.kind === 'protocol') read++;
        }),
      );
      afterRound(round);
    }
    assert.ok(read > 0, 'no response was read');
  } finally {
    closeIdleConnections();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}
