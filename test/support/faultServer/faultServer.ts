/**
 * A server that misbehaves byte by byte: `await startFaultServer([request, 'HTTP/1.1 200 OK\r\n…', end], …)`. The first list of steps is
 * played on the first connection, and so on; the last one on all further connections. After its last step a connection stays open until the
 * client or the test closes it. `readCases.ts` reads steps from tables.
 */
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { testCertificate } from '../server.ts';
import { FaultConnection } from './faultConnection.ts';
import type { Step } from './steps.ts';

export interface FaultServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Every byte received, by connection. */
  readonly received: readonly Buffer[];
  /** Resolves when the connection of that number, from 0, is closed by either side. */
  closed(connection: number): Promise<void>;
  close(): Promise<void>;
}

export function startFaultServer(...scripts: readonly (readonly Step[])[]): Promise<FaultServer> {
  return start(net.createServer({ noDelay: true }), 'connection', 'http', scripts);
}

/** The same over TLS, with the test certificate. */
export function startFaultTlsServer(...scripts: readonly (readonly Step[])[]): Promise<FaultServer> {
  return start(tls.createServer(testCertificate()), 'secureConnection', 'https', scripts);
}

async function start(server: net.Server, event: string, scheme: string, scripts: readonly (readonly Step[])[]): Promise<FaultServer> {
  const connections: FaultConnection[] = [];
  const arrived = new Set<() => void>();
  const sockets = new Map<number | undefined, net.Socket>();
  server.on('connection', (socket: net.Socket) => {
    sockets.set(socket.remotePort, socket);
    socket.on('error', () => undefined);
  });
  server.on(event, (socket: net.Socket) => {
    const connection = new FaultConnection(socket, sockets.get(socket.remotePort) ?? socket);
    connections.push(connection);
    for (const report of arrived) report();
    void connection.play(scripts[Math.min(connections.length, scripts.length) - 1] ?? []);
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
