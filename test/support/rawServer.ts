/**
 * A server that plays answers octet by octet: `await startRawServer([request, 'HTTP/1.1 200 OK\r\n…', end], …)`. The first
 * script is played on the first connection, and so on; the last one on all that follow. After its last step a connection
 * stays open until somebody closes it.
 */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCertificate } from './server.ts';

export type Step =
  /** Octets to send, text as UTF-8. */
  | string
  | Buffer
  /** Waits for another request, with its body where it has a Content-Length or is chunked. */
  | { readonly do: 'request' }
  | { readonly do: 'wait'; readonly ms: number }
  /** Sends octet by octet, each as a packet of its own. */
  | { readonly do: 'bytewise'; readonly text: string }
  | { readonly do: 'until'; readonly promise: Promise<unknown> }
  | { readonly do: 'end' }
  | { readonly do: 'reset' };

export const request: Step = { do: 'request' };
export const end: Step = { do: 'end' };
export const reset: Step = { do: 'reset' };
export const wait = (ms: number): Step => ({ do: 'wait', ms });

export interface RawServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Every octet received, by connection. */
  readonly received: readonly Buffer[];
  /** Resolves when the connection of that number, from 0, is closed, by whomever. */
  closed(connection: number): Promise<void>;
  close(): Promise<void>;
}

export function startRawServer(...scripts: readonly (readonly Step[])[]): Promise<RawServer> {
  return start(net.createServer({ noDelay: true }), 'connection', 'http', scripts);
}

/** The same over TLS, with the test certificate. */
export function startRawTlsServer(...scripts: readonly (readonly Step[])[]): Promise<RawServer> {
  return start(tls.createServer(testCertificate()), 'secureConnection', 'https', scripts);
}

async function start(server: net.Server, event: string, scheme: string, scripts: readonly (readonly Step[])[]): Promise<RawServer> {
  const connections: Played[] = [];
  const arrived = new Set<() => void>();
  server.on(event, (socket: net.Socket) => {
    const played = new Played(socket);
    connections.push(played);
    for (const tell of arrived) tell();
    void played.play(scripts[Math.min(connections.length, scripts.length) - 1] ?? []);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    get received() {
      return connections.map((c) => c.received);
    },
    async closed(index) {
      while (connections[index] === undefined) await new Promise<void>((resolve) => arrived.add(resolve));
      await connections[index].closed;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const { socket } of connections) socket.destroy();
      await closed;
    },
  };
}

/** One connection and its script. */
class Played {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  received: Buffer = Buffer.alloc(0);
  #read = 0;
  #arrived: (() => void) | undefined;

  constructor(socket: net.Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.#arrived?.();
    });
  }

  async play(script: readonly Step[]): Promise<void> {
    for (const step of script) {
      if (this.socket.destroyed) return;
      await this.#step(step);
    }
  }

  async #step(step: Step): Promise<void> {
    if (typeof step === 'string' || Buffer.isBuffer(step)) {
      this.socket.write(step);
      return;
    }
    switch (step.do) {
      case 'request':
        return this.#request();
      case 'wait':
        await sleep(step.ms);
        return;
      case 'until':
        await step.promise;
        return;
      case 'bytewise':
        for (const octet of Buffer.from(step.text)) {
          this.socket.write(Buffer.of(octet));
          // Lets the octet leave, and arrive, before the next.
          await new Promise((resolve) => setImmediate(resolve));
        }
        return;
      case 'end':
        this.socket.end();
        return;
      case 'reset':
        this.socket.resetAndDestroy();
    }
  }

  async #request(): Promise<void> {
    for (;;) {
      const length = requestLength(this.received.subarray(this.#read));
      if (length !== undefined) {
        this.#read += length;
        return;
      }
      await Promise.race([new Promise<void>((resolve) => (this.#arrived = resolve)), this.closed]);
      if (this.socket.destroyed) return;
    }
  }
}

/** Octets of the first request, or undefined where it is not whole yet. */
function requestLength(octets: Buffer): number | undefined {
  const headEnd = octets.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = octets.toString('latin1', 0, headEnd);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const last = octets.indexOf('0\r\n\r\n', headEnd + 4);
    return last < 0 ? undefined : last + 5;
  }
  const whole = headEnd + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return octets.length < whole ? undefined : whole;
}
