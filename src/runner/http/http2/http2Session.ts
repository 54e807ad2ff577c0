import type { ClientHttp2Session } from 'node:http2';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { Target } from '../exchange/checkRequest.ts';
import { beginOpening, connect, type Connected, type Connecting, type Opening } from '../connect/openSocket.ts';
import { maxHeaderSize } from '../exchange/headerLimits.ts';
import type { Route } from '../exchange/route.ts';
import { notHttp2 } from './http2Failures.ts';
import type { Goodbye, Http2SessionState } from './http2SessionState.ts';

/** Bytes that a server may send before they are taken: of one response, and of all on one connection. */
const streamWindow = 1024 * 1024;
const sessionWindow = 8 * 1024 * 1024;
/** How long a server may take to say that it is still there. */
const patienceMs = 2000;
/** As many header lines as there may be in a response. */
const maxHeaderLines = 4096;

/** One HTTP/2 connection on one route, for many requests at once. */
export class Http2Session implements Http2SessionState {
  readonly target: Target;
  /** Rejects where the connection cannot be had. */
  readonly ready: Promise<ClientHttp2Session>;
  goodbye: Goodbye | undefined;
  /** What the connection failed with. */
  error: Error | undefined;
  /** The server has said its first word, by which one knows that it speaks HTTP/2 (RFC 9113 §3.4). */
  isGreeted = false;
  /** Called when it can take no more requests. */
  onClosed: (() => void) | undefined;
  readonly #connecting: Connecting;
  #connected: Connected | undefined;
  #opening: Opening | undefined;
  #session: ClientHttp2Session | undefined;
  /** It could not be had, or is no longer wanted. */
  #isOver = false;
  /** Until the server has said that it is still there. */
  #doubt: NodeJS.Timeout | undefined;
  #isDoubtful = false;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(route: Route) {
    this.target = route.target;
    this.#opening = beginOpening(route);
    this.#connecting = connect(route, this.#opening, ['h2', 'http/1.1']);
    this.ready = this.#begin();
    // It is looked at by those who wait for it.
    this.ready.catch(() => this.destroy());
  }

  /** What it goes over, once it is there. */
  get info(): ConnectionInfo {
    return this.#connected?.info ?? { address: '', proxy: undefined, tls: undefined };
  }

  /** Whether another request can go over it. */
  get isOpen(): boolean {
    return !this.isLost && this.goodbye === undefined && this.#session?.closed !== true;
  }

  /** The server does not say that it is still there: the way to it may be gone, and other requests must not wait too. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** The connection is no longer there. */
  get isLost(): boolean {
    return this.#isOver || this.#connected?.socket.destroyed === true || this.#session?.destroyed === true;
  }

  /** How the connection is made; undefined where it was there before. */
  get opening(): Opening | undefined {
    return this.#opening;
  }

  /** The same, told once. */
  takeOpening(): Opening | undefined {
    const opening = this.#opening;
    this.#opening = undefined;
    return opening;
  }

  /** A request begins to use it. */
  use(): void {
    this.#users++;
    clearTimeout(this.#idle);
    this.#session?.ref();
  }

  /** A request no longer uses it. @param idleMs how long it is kept for another one; 0 to close it with its last user */
  leave(idleMs: number): void {
    if (--this.#users > 0) return;
    if (idleMs === 0 || !this.isOpen || this.#session === undefined) return this.destroy();
    // What is kept does not keep the process from ending.
    this.#session.unref();
    this.#idle = setTimeout(() => this.destroy(), idleMs);
    this.#idle.unref();
  }

  /** A request over it was given up without any answer: the server is asked whether it is still there (RFC 9113 §6.7). */
  doubt(): void {
    if (this.#doubt !== undefined || this.isLost || this.#session === undefined) return;
    this.#doubt = setTimeout(() => (this.#isDoubtful = true), patienceMs).unref();
    this.#session.ping((error) => {
      clearTimeout(this.#doubt);
      this.#doubt = undefined;
      this.#isDoubtful = error !== null;
    });
  }

  /** Closes it where nobody uses it. */
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
      // Not while the session reads, as when its answer is what one gives up for: nghttp2 would end the process.
      setImmediate(() => {
        // It ends its half of the connection, where a server said goodbye, and would wait for the server to end the other.
        session.destroy();
        if (socket.writableFinished) socket.destroy();
        else socket.once('finish', () => socket.destroy());
      });
    }
    this.#closed();
  }

  /** @throws {ReqError} `protocol` where the server does not speak HTTP/2 */
  async #begin(): Promise<ClientHttp2Session> {
    // Loading the module takes 5 ms, which a run over HTTP/1.1 saves.
    const [connected, { default: http2 }] = await Promise.all([this.#connecting.connected, import('node:http2')]);
    this.#connected = connected;
    const { socket, info } = connected;
    if (info.tls !== undefined && info.tls.alpn !== 'h2') throw notHttp2(this.target, info.tls.alpn);
    const session = http2.connect(`${this.target.scheme}://${this.target.host}`, {
      createConnection: () => socket,
      maxHeaderListPairs: maxHeaderLines,
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
