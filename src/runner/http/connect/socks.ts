import net, { type Socket } from 'node:net';
import { ReqError } from '../../../base/reqError.ts';
import { readFrom } from './handshake.ts';
import type { Proxy } from './proxy.ts';
import { refusedCredentials } from './tunnel.ts';

/** Reply codes of RFC 1928 §6. */
const refusals: Readonly<Record<number, string>> = {
  1: 'it failed',
  2: 'its rules do not allow it',
  3: 'the network is unreachable',
  4: 'the host was not found or does not answer',
  5: 'the connection was refused there',
  6: 'the connection timed out there',
  7: 'it does not support connecting',
  8: 'it does not support this type of address',
};

const exactly = (socket: Socket, size: number): Promise<Buffer> => readFrom(socket, (bytes) => (bytes.length >= size ? size : undefined));

/**
 * Connects through a SOCKS5 proxy (RFC 1928), with user name and password if the proxy requires them (RFC 1929).
 * @param hostname an address, or a name that the proxy resolves
 * @throws {ReqError} `network` if the proxy refuses, `protocol` if it does not speak SOCKS5
 */
export async function connectOverSocks(socket: Socket, proxy: Proxy, hostname: string, port: number): Promise<void> {
  const { user, password } = proxy;
  socket.write(user === undefined ? Buffer.from([5, 1, 0]) : Buffer.from([5, 2, 0, 2]));
  const chosen = await exactly(socket, 2);
  if (chosen[0] !== 5) throw noSocks(proxy);
  if (chosen[1] === 2 && user !== undefined) {
    const [name, secret] = [counted(user, 'name'), counted(password, 'password')];
    socket.write(Buffer.concat([Buffer.from([1]), name, secret]));
    const answer = await exactly(socket, 2);
    if (answer[1] !== 0) throw refusedCredentials(proxy, 'SOCKS5');
  } else if (chosen[1] !== 0) throw refusedCredentials(proxy, 'SOCKS5');
  const portBytes = Buffer.from([port >> 8, port & 0xff]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressOf(hostname), portBytes]));
  const head = await exactly(socket, 4);
  if (head[0] !== 5) throw noSocks(proxy);
  if (head[1] !== 0) {
    const why = refusals[head[1] ?? 1] ?? `it answered ${head[1]}`;
    throw new ReqError('network', `The proxy ${proxy.url} did not connect to ${hostname}:${port}: ${why}.`);
  }
  // The proxy's bound address is unused, but must be read.
  const size = head[3] === 1 ? 4 : head[3] === 4 ? 16 : ((await exactly(socket, 1))[0] ?? 0);
  await exactly(socket, size + 2);
}

function counted(text: string, what: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw new ReqError('url', `The ${what} for the proxy is longer than the 255 bytes that SOCKS5 allows.`);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function addressOf(hostname: string): Buffer {
  const version = net.isIP(hostname);
  if (version === 0) return Buffer.concat([Buffer.from([3]), counted(hostname, 'host')]);
  if (version === 4) return Buffer.from([1, ...hostname.split('.').map(Number)]);
  // `URL` normalizes the address: lower case, no embedded IPv4 part.
  const [before = '', after] = new URL(`http://[${hostname.replace(/%[^]*$/, '')}]`).hostname.slice(1, -1).split('::');
  const words = (text: string): number[] => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)));
  const [start, end] = [words(before), words(after ?? '')];
  const all = [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
  return Buffer.from([4, ...all.flatMap((word) => [word >> 8, word & 0xff])]);
}

function noSocks({ url }: Proxy): ReqError {
  return new ReqError('protocol', `The proxy ${url} does not answer as a SOCKS5 proxy.`, { hint: 'Is its scheme right, and its port?' });
}
