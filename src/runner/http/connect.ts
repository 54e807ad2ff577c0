import net from 'node:net';
import tls from 'node:tls';
import type { Target } from './check.ts';

/** When the phases of a connection's making ended, on the performance clock; undefined for those not reached or not needed. */
export interface Opening {
  readonly started: number;
  lookedUp: number | undefined;
  connected: number | undefined;
  secured: number | undefined;
}

/**
 * Opens a socket to the target: TCP over the first address that answers (RFC 8305), then TLS for https, HTTP/1.1 only.
 * The socket is returned at once, so that it can be destroyed in every phase; `ready` is called once.
 * @param insecure accept any certificate
 */
export function openSocket(
  target: Target,
  insecure: boolean,
  opening: Opening,
  ready: (error: Error | null, socket: net.Socket) => void,
): net.Socket {
  const { scheme, hostname, port } = target;
  const address = { host: hostname, port, autoSelectFamily: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };
  const socket =
    scheme === 'https'
      ? tls.connect({
          ...address,
          // An IP address is no server name (RFC 6066 §3).
          ...(net.isIP(hostname) === 0 ? { servername: hostname } : {}),
          ALPNProtocols: ['http/1.1'],
          rejectUnauthorized: !insecure,
        })
      : net.connect(address);
  let told = false;
  const tell = (error: Error | null): void => {
    if (told) return;
    told = true;
    ready(error, socket);
  };
  socket.on('lookup', () => (opening.lookedUp ??= performance.now()));
  socket.on('connect', () => {
    opening.connected = performance.now();
    if (scheme === 'http') tell(null);
  });
  socket.on('secureConnect', () => {
    opening.secured = performance.now();
    tell(null);
  });
  // Stays for the socket's life: an error that nobody listens to would end the process.
  socket.on('error', tell);
  return socket;
}
