import dns from 'node:dns';
import net from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import type { ConnectionInfo, TlsInfo } from '../../ports/connectionInfo.ts';
import { certificateFailure, isUnknownIssuer } from './certificateFailures.ts';
import { chainOf, selfSignedOf, tlsInfoOf } from './certificates.ts';
import type { Target } from '../exchange/checkRequest.ts';
import { codeOf } from '../exchange/errorCode.ts';
import { failureOf, whereOf } from '../exchange/exchangeFailures.ts';
import { HandshakeEnded } from './handshake.ts';
import { lookupOf } from './dnsLookup.ts';
import type { Proxy } from './proxy.ts';
import { isForwarded, type Route } from '../exchange/route.ts';
import { connectOverSocks } from './socks.ts';
import { openTunnel } from './tunnel.ts';

/** End of each phase of establishing a connection, by `performance.now()`; undefined if not reached or not needed. */
export interface Opening {
  readonly started: number;
  lookedUp: number | undefined;
  /** The socket reaches the target, through the proxy if there is one. */
  connected: number | undefined;
  secured: number | undefined;
}

/** Starts the clock. An IP address or socket path needs no lookup. */
export function beginOpening({ proxy, target }: Route): Opening {
  const started = performance.now();
  const isAddress = target.socketPath !== undefined || net.isIP((proxy ?? target).hostname) !== 0;
  const lookedUp = isAddress ? started : undefined;
  return { started, lookedUp, connected: undefined, secured: undefined };
}

export interface Connecting {
  /** Rejects if connecting fails or `destroy` is called first. */
  readonly connected: Promise<Connected>;
  /** Closes all sockets at once, in any phase. */
  destroy(reason: Error): void;
}

export interface Connected {
  readonly socket: net.Socket;
  readonly info: ConnectionInfo;
}

/**
 * Opens a socket on a route: TCP to the first address that accepts (RFC 8305), through the proxy if there is one, then TLS for https.
 * @param protocols ALPN protocols offered to the target (RFC 7301), preferred first
 */
export function connect(route: Route, opening: Opening, protocols: readonly string[] = ['http/1.1']): Connecting {
  const sockets: net.Socket[] = [];
  let stopped: Error | undefined;
  const hold = <T extends net.Socket>(socket: T): T => {
    // Stays for the socket's life: an `error` event without a listener would end the process.
    socket.on('error', () => undefined);
    sockets.push(socket);
    if (stopped !== undefined) socket.destroy(stopped);
    return socket;
  };
  const destroy = (reason: Error): void => {
    stopped ??= reason;
    // The TLS socket first: Node.js crashes if the socket below it is destroyed before.
    for (const socket of sockets.toReversed()) socket.destroy(reason);
  };
  return { connected: openTrusting(route, opening, protocols, hold), destroy };
}

type Hold = <T extends net.Socket>(socket: T) => T;

/** Retries with the system's CAs if the issuer of a certificate is unknown. */
async function openTrusting(route: Route, opening: Opening, protocols: readonly string[], hold: Hold): Promise<Connected> {
  try {
    return await open(route, opening, protocols, hold);
  } catch (e) {
    const trust = isUnknownIssuer(e) ? route.trust?.wider?.() : undefined;
    if (trust === undefined) throw e;
    return open({ ...route, trust }, opening, protocols, hold);
  }
}

async function open(route: Route, opening: Opening, protocols: readonly string[], hold: Hold): Promise<Connected> {
  const { target, proxy, trust, insecure, insecureElsewhere } = route;
  const way = proxy === undefined ? await reach(target, route.addresses, opening, hold) : await overProxy(proxy, route, opening, hold);
  opening.connected = performance.now();
  const { remoteAddress = '', remotePort = 0 } = way.tcp;
  const address =
    target.socketPath !== undefined && proxy === undefined ? target.socketPath : whereOf({ hostname: remoteAddress, port: remotePort });
  const info = { address, proxy: proxy?.url };
  if (target.scheme === 'http') return { socket: way.socket, info: { ...info, tls: undefined } };
  const securing = { ...target, insecure, insecureElsewhere, context: trust?.context, where: whereOf(target), protocols };
  const secured = await secure(way.socket, securing, hold);
  opening.secured = performance.now();
  return { socket: secured.socket, info: { ...info, tls: secured.info } };
}

/** A connection to the target: the socket to use, and the TCP socket below it. */
interface Way {
  readonly socket: net.Socket;
  readonly tcp: net.Socket;
}

async function overProxy(proxy: Proxy, route: Route, opening: Opening, hold: Hold): Promise<Way> {
  const { target, addresses, trust } = route;
  try {
    const { tcp } = await reach(proxy, undefined, opening, hold);
    const where = `the proxy ${whereOf(proxy)}`;
    const socket = proxy.secure
      ? (
          await secure(
            tcp,
            { hostname: proxy.hostname, insecure: proxy.unchecked, context: trust?.proxyContext, where, isProxy: true },
            hold,
          )
        ).socket
      : tcp;
    if (isForwarded(route)) return { socket, tcp };
    const { hostname, port } = target;
    if (proxy.kind === 'http') await openTunnel(socket, proxy, whereOf(target));
    else await connectOverSocks(socket, proxy, proxy.looksUpHere ? await addressOf(target, addresses) : hostname, port);
    return { socket, tcp };
  } catch (e) {
    const error = e instanceof HandshakeEnded ? Object.assign(e, { code: 'ECONNRESET' }) : e;
    const facts = { target: proxy, phase: 'connecting', reused: false, received: 0, expected: undefined, proxy: true } as const;
    throw failureOf(error, facts);
  }
}

async function addressOf({ hostname, port }: Target, addresses: readonly string[] | undefined): Promise<string> {
  if (net.isIP(hostname) !== 0) return hostname;
  if (addresses?.[0] !== undefined) return addresses[0];
  try {
    return (await dns.promises.lookup(hostname)).address;
  } catch (e) {
    // The target was not found, not the proxy.
    throw failureOf(e, { target: { hostname, port }, phase: 'connecting', reused: false, received: 0, expected: undefined });
  }
}

/** Connects to a host, or to a Unix domain socket. */
function reach(
  { hostname, port, socketPath }: { readonly hostname: string; readonly port: number; readonly socketPath?: string | undefined },
  addresses: readonly string[] | undefined,
  opening: Opening,
  hold: Hold,
): Promise<Way> {
  return new Promise((resolve, reject) => {
    const socket = hold(
      net.connect(
        socketPath === undefined
          ? {
              host: hostname,
              port,
              lookup: lookupOf(addresses),
              autoSelectFamily: true,
              noDelay: true,
              keepAlive: true,
              keepAliveInitialDelay: 60_000,
            }
          : { path: socketPath },
      ),
    );
    socket.on('lookup', () => (opening.lookedUp ??= performance.now()));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve({ socket, tcp: socket });
    });
  });
}

interface Securing {
  readonly hostname: string;
  readonly insecure: boolean;
  readonly insecureElsewhere?: true | undefined;
  readonly context: SecureContext | undefined;
  /** For messages. */
  readonly where: string;
  readonly isProxy?: boolean;
  readonly protocols?: readonly string[];
}

/** Starts TLS on a socket. @throws {ReqError} `tls` if the certificate is rejected */
function secure(
  raw: net.Socket,
  { hostname, insecure, insecureElsewhere, context, where, isProxy = false, protocols = ['http/1.1'] }: Securing,
  hold: Hold,
): Promise<{ readonly socket: net.Socket; readonly info: TlsInfo }> {
  return new Promise((resolve, reject) => {
    let chain: ReturnType<typeof chainOf> = [];
    let pem: string | undefined;
    const socket = hold(
      tls.connect({
        socket: raw,
        // SNI allows no IP address (RFC 6066 §3), but the certificate is checked for it.
        host: hostname,
        ...(net.isIP(hostname) === 0 ? { servername: hostname } : {}),
        ALPNProtocols: [...protocols],
        rejectUnauthorized: !insecure,
        ...(context === undefined ? {} : { secureContext: context }),
      }),
    );
    // Read the chain before Node.js verifies it: a rejected certificate is not available afterwards.
    socket.prependOnceListener('secure', () => {
      chain = chainOf(socket);
      pem = selfSignedOf(socket);
    });
    const insecureIs = isProxy ? 'useless' : insecureElsewhere === true ? 'elsewhere' : 'offered';
    const failed = (error: Error): void => reject(certificateFailure(codeOf(error), where, chain, error, insecureIs, pem) ?? error);
    const ended = (): void => reject(Object.assign(new Error('TLS was not set up.'), { code: 'ECONNRESET' }));
    socket.once('error', failed);
    socket.once('close', ended);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      socket.off('close', ended);
      resolve({ socket, info: tlsInfoOf(socket, !insecure, chain) });
    });
  });
}
