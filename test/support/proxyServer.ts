/**
 * A real proxy: forwards absolute URLs, opens tunnels by CONNECT, and supports SOCKS5, all on one port. `asked` records its requests in
 * order: `GET http://h:1/x`, `CONNECT h:1`, `SOCKS h:1`.
 */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';

export interface ProxyServer {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly asked: readonly string[];
  /** Headers of forwarded requests and of CONNECT requests, in order. */
  readonly headers: readonly http.IncomingHttpHeaders[];
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Required credentials, `name:password`. */
  readonly credentials?: string;
  /** The reply to `CONNECT` instead of a tunnel: a whole head. */
  readonly refuses?: string;
  /** Informational responses before the tunnel is open. */
  readonly informs?: string;
  /** The reply code of SOCKS5 instead of a connection. */
  readonly socksRefuses?: number;
  readonly tls?: https.ServerOptions;
  /** Targets of host names that the proxy resolves; others are resolved as usual. */
  readonly names?: Readonly<Record<string, string>>;
}

export async function startProxy(options: ProxyOptions = {}): Promise<ProxyServer> {
  const { credentials, refuses, informs = '', tls, names = {} } = options;
  const asked: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  const sockets = new Set<Duplex>();
  const hold = <T extends Duplex>(socket: T): T => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const isWelcome = (request: http.IncomingMessage): boolean =>
    credentials === undefined || request.headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  const connectTo = (hostname: string, port: number): net.Socket => hold(net.connect({ host: names[hostname] ?? hostname, port }));

  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    if (!isWelcome(request)) return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="test"' }).end('who are you?');
    const url = new URL(request.url ?? '');
    const forwarded = http.request({
      host: names[url.hostname] ?? url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
    });
    forwarded.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)));
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connect', (request: http.IncomingMessage, client: Duplex) => {
    asked.push(`CONNECT ${request.url}`);
    headers.push(request.headers);
    if (!isWelcome(request)) {
      return void client.end('HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n');
    }
    if (refuses !== undefined) return void client.end(refuses);
    const { hostname, port } = new URL(`http://${request.url}`);
    const there = connectTo(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port || 80));
    there.on('connect', () => {
      client.write(`${informs}HTTP/1.1 200 Connected\r\n\r\n`);
      there.pipe(client).pipe(there);
    });
    there.on('close', () => client.destroy());
  });

  const accept = (client: Duplex): void => {
    hold(client);
    client.once('data', (first: Buffer) => {
      if (first[0] === 5) return void talkSocks(client, first, { ...options, asked, connectTo });
      client.pause();
      client.unshift(first);
      server.emit('connection', client);
      client.resume();
    });
  };
  const front = tls === undefined ? net.createServer(accept) : https.createServer(tls).removeAllListeners('secureConnection');
  if (tls !== undefined) front.on('secureConnection', accept);
  front.on('tlsClientError', () => undefined);
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as net.AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    headers,
    async close() {
      const closed = once(front, 'close');
      front.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

interface Talk extends Pick<ProxyOptions, 'credentials' | 'socksRefuses'> {
  readonly asked: string[];
  readonly connectTo: (hostname: string, port: number) => net.Socket;
}

/** RFC 1928 and 1929, read byte by byte, because messages may be split anywhere. */
async function talkSocks(client: Duplex, first: Buffer, { credentials, socksRefuses = 0, asked, connectTo }: Talk): Promise<void> {
  let bytes = first;
  const take = async (size: number): Promise<Buffer> => {
    while (bytes.length < size) {
      const [more] = (await once(client, 'data')) as [Buffer];
      bytes = Buffer.concat([bytes, more]);
    }
    const taken = bytes.subarray(0, size);
    bytes = bytes.subarray(size);
    return taken;
  };
  const counted = async (): Promise<string> => (await take((await take(1))[0] ?? 0)).toString();
  try {
    await take(1);
    const methods = await take((await take(1))[0] ?? 0);
    const wanted = credentials === undefined ? 0 : 2;
    if (!methods.includes(wanted)) return void client.end(Buffer.from([5, 255]));
    client.write(Buffer.from([5, wanted]));
    if (credentials !== undefined) {
      await take(1);
      const given = `${await counted()}:${await counted()}`;
      if (given !== credentials) return void client.end(Buffer.from([1, 1]));
      client.write(Buffer.from([1, 0]));
    }
    const kind = (await take(4))[3];
    const hostname =
      kind === 3
        ? await counted()
        : kind === 1
          ? [...(await take(4))].join('.')
          : ((await take(16)).toString('hex').match(/.{4}/g) ?? []).join(':');
    const port = (await take(2)).readUInt16BE();
    asked.push(`SOCKS ${hostname}:${port}`);
    if (socksRefuses !== 0) return void client.end(Buffer.from([5, socksRefuses, 0, 1, 0, 0, 0, 0, 0, 0]));
    const there = connectTo(hostname, port);
    await once(there, 'connect');
    // Byte by byte: nobody may rely on whole messages.
    for (const byte of [5, 0, 0, 3, 3, 97, 98, 99, 0, 80]) client.write(Buffer.from([byte]));
    there.on('close', () => client.destroy());
    there.pipe(client).pipe(there);
  } catch {
    client.destroy();
  }
}
