import type { ClientHttp2Session } from 'node:http2';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { Target } from '../exchange/checkRequest.ts';
import { beginOpening, connect, type Connected, type Connecting, type Opening } from '../connect/openSocket.ts';
import { maxHeaderSize } from '../exchange/headerLimits.ts';
import type { Route } from '../exchange/route.ts';
import { notHttp2 } from './http2Failures.ts';
import type { Goodbye, Http2SessionState } from './http2SessionState.ts';

/** Flow-control windows in bytes, for one stream and for the whole connection (RFC 9113 §5.2). */
const streamWindow = 1024 * 1024;
const sessionWindow = 8 * 1024 * 1024;
/** How long to wait for a PING acknowledgement. */
const patienceMs = 2000;
/**
 * Megabytes after which Node.js refuses streams of a connection; practically no limit. Its default of 10 refuses all further requests
 * after about 160 uploads that were cut, because Node.js keeps counting their unsent bytes. What a server can make Req keep is limited
 * by the windows and by `maxHeaderSize`.
 */
const maxSessionMemory = 1_000_000;
/** Header fields allowed in one response. */
const maxHeaderLines = 4096;

/** One HTTP/2 connection on one route, shared by concurrent requests. */
export class Http2Session implements Http2SessionState {
  readonly target: Target;
  /** Rejects if the connection cannot be established. */
  readonly ready: Promise<ClientHttp2Session>;
  goodbye: Goodbye | undefined;
  /** First error of the connection. */
  error: Error | undefined;
  isGreeted = false;
  /** Called once, when the connection accepts no more requests. */
  onClosed: (() => void) | undefined;
  readonly #connecting: Connecting;
  #connected: Connected | undefined;
  #opening: Opening | undefined;
  #session: ClientHttp2Session | undefined;
  /** Set by `destroy`: establishing it failed, or it is no longer needed. */
  #isOver = false;
  /** Runs while a PING is unacknowledged. */
  #doubt: NodeJS.Timeout | undefined;
  #isDoubtful = false;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  /** `Date.now()` at which an unused connection is due to be closed. */
  #idleUntil = Infinity;

  constructor(route: Route) {
    this.target = route.target;
    this.#opening = beginOpening(route);
    this.#connecting = connect(route, this.#opening, ['h2', 'http/1.1']);
    this.ready = this.#begin();
    // Callers that await `ready` handle the error; this prevents an unhandled rejection.
    this.ready.catch(() => this.destroy());
  }

  /** Empty until the connection is established. */
  get info(): ConnectionInfo {
    return this.#connected?.info ?? { address: '', proxy: undefined, tls: undefined };
  }

  get isOpen(): boolean {
    return !this.isLost && this.goodbye === undefined && this.#session?.closed !== true;
  }

  /** A PING was not acknowledged in time. The network may be down, so new requests must use another connection. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** The idle time is over, but the machine has slept meanwhile, and timers with it. */
  get isOverdue(): boolean {
    return this.#users === 0 && Date.now() > this.#idleUntil;
  }

  get isLost(): boolean {
    return this.#isOver || this.#connected?.socket.destroyed === true || this.#session?.destroyed === true;
  }

  /** Phases of establishing the connection; undefined for a reused one. */
  get opening(): Opening | undefined {
    return this.#opening;
  }

  /** Returns `opening` to the first caller only, whose request the phases belong to. */
  takeOpening(): Opening | undefined {
    const opening = this.#opening;
    this.#opening = undefined;
    return opening;
  }

  /** Counts a request that uses the connection. */
  use(): void {
    this.#users++;
    clearTimeout(this.#idle);
    this.#session?.ref();
  }

  /** Ends one request's use. @param idleMs how long an unused connection stays open; 0 closes it with its last request */
  leave(idleMs: number): void {
    if (--this.#users > 0) return;
    if (idleMs === 0 || !this.isOpen || this.#session === undefined) return this.destroy();
    // An idle connection must not keep the process alive.
    this.#session.unref();
    this.#idleUntil = Date.now() + idleMs;
    this.#idle = setTimeout(() => this.destroy(), idleMs);
    this.#idle.unref();
  }

  /** Sends a PING (RFC 9113 §6.7). Called when a request was stopped before the server responded. */
  doubt(): void {
    if (this.#doubt !== undefined || this.isLost || this.#session === undefined) return;
    this.#doubt = setTimeout(() => (this.#isDoubtful = true), patienceMs).unref();
    this.#session.ping((error) => {
      clearTimeout(this.#doubt);
      this.#doubt = undefined;
      this.#isDoubtful = error !== null;
    });
  }

  closeIdle(): void {
    if (this.#users === 0) this.destroy();
  }

  destroy(): void {
    clearTimeout(this.#idle);
    this.#isOver = true;
    if (this.#session === undefined || this.#connected === undefined) this.#connecting.destroy(new Error('not kept'));
    else {
      const { socket } = this.#connected;
      const session = this.#session;
      // Deferred: destroying the session from inside one of its own read callbacks crashes the process in nghttp2.
      setImmediate(() => {
        // After GOAWAY, `destroy` only half-closes the socket and would wait for the server to close its side.
        session.destroy();
        if (socket.writableFinished) socket.destroy();
        else socket.once('finish', () => socket.destroy());
      });
    }
    this.#closed();
  }

  /** @throws {ReqError} `protocol` if the server does not speak HTTP/2 */
  async #begin(): Promise<ClientHttp2Session> {
    // Imported here because loading the module takes 5 ms, which HTTP/1.1 requests do not need.
    const [connected, { default: http2 }] = await Promise.all([this.#connecting.connected, import('node:http2')]);
    this.#connected = connected;
    const { socket, info } = connected;
    if (info.tls !== undefined && info.tls.alpn !== 'h2') throw notHttp2(this.target, info.tls.alpn);
    const session = http2.connect(`${this.target.scheme}://${this.target.host}`, {
      createConnection: () => socket,
      maxHeaderListPairs: maxHeaderLines,
      maxSessionMemory,
      maxSendHeaderBlockLength: 4 * maxHeaderSize,
      settings: { enablePush: false, initialWindowSize: streamWindow, maxHeaderListSize: maxHeaderSize },
    });
    this.#session = session;
    session.on('connect', () => session.destroyed || session.setLocalWindowSize(sessionWindow));
    session.on('remoteSettings', () => (this.isGreeted = true));
    session.on('goaway', (code, lastStreamId) => {
      this.goodbye ??= { code, lastStreamId };
      this.#closed();
    });
    session.on('error', (e: Error) => (this.error ??= e));
    session.on('close', () => this.#closed());
    socket.on('error', (e) => (this.error ??= e));
    return session;
  }

  #closed(): void {
    this.onClosed?.();
    this.onClosed = undefined;
  }
}
