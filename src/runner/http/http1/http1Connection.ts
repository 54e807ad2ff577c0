import type { Socket } from 'node:net';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import { beginOpening, connect, type Connecting, type Opening } from '../connect/openSocket.ts';
import type { Target } from '../exchange/checkRequest.ts';
import type { Message } from '../exchange/message.ts';
import { ResponseReader, type ResponseSink } from './responseReader.ts';
import type { Route } from '../exchange/route.ts';
import { writeBody } from './writeBody.ts';

/** How long an idle connection stays open if the server sends no `Keep-Alive: timeout`. */
const idleMs = 30_000;

/** Subtracted from the server's timeout: its clock starts before ours, so a late request could find the connection closed. */
const earlierMs = 1000;

/** Bodies up to this many bytes are written together with the head. */
const smallBody = 64 * 1024;

/** Receives the events of one exchange over a connection. */
export interface ExchangeSink extends ResponseSink {
  /** The connection is established and sending starts. @param opening undefined for a reused connection */
  begun(opening: Opening | undefined): void;
  sent(bytes: number): void;
  /** Called once. @param error undefined for a complete response */
  ended(error: unknown): void;
}

interface Running {
  readonly message: Message;
  readonly sink: ExchangeSink;
  /** Sending has started: bytes received from now on belong to the response. */
  isBegun: boolean;
  /** Stops the upload; undefined if the request is completely written. */
  upload: AbortController | undefined;
}

/** One HTTP/1.1 connection (RFC 9112) on one route, for one request at a time. */
export class Connection {
  readonly route: Route;
  /** `routeKey` of the route. */
  readonly key: string;
  readonly #onClosed: (connection: Connection) => void;
  readonly #reader = new ResponseReader();
  #connecting: Connecting | undefined;
  #info: ConnectionInfo | undefined;
  #socket: Socket | undefined;
  #opening: Opening | undefined;
  #running: Running | undefined;
  #isReusable = true;
  #isPaused = false;
  #idle: NodeJS.Timeout | undefined;
  #idleMs = 0;
  #keptMs = idleMs;
  /** `Date.now()`, because timers stand still while the machine sleeps. */
  #restedAt = 0;

  /** @param onClosed called when the server or the idle timer closes the connection between requests */
  constructor(route: Route, key: string, onClosed: (connection: Connection) => void) {
    this.route = route;
    this.key = key;
    this.#onClosed = onClosed;
  }

  get target(): Target {
    return this.route.target;
  }

  /** Empty until the connection is established. */
  get info(): ConnectionInfo {
    return this.#info ?? { address: '', proxy: undefined, tls: undefined };
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false && this.#isReusable;
  }

  /** The idle time is over, but the machine has slept meanwhile: server and network may have forgotten the connection. */
  get isOverdue(): boolean {
    return Date.now() - this.#restedAt > this.#keptMs;
  }

  /** Phases of establishing the connection; undefined for a reused one. */
  get opening(): Opening | undefined {
    return this.#opening;
  }

  /** `performance.now()` of the first response byte. */
  get firstByteAt(): number | undefined {
    return this.#reader.firstByteAt;
  }

  /** Received bytes of the response, head included. */
  get received(): number {
    return this.#reader.received;
  }

  /** Excerpt of a malformed response, available until the next request. @param byte position of the wrong byte, from 1 */
  receivedExcerpt(byte: number | undefined): ReceivedExcerpt | undefined {
    return this.#reader.receivedExcerpt(byte);
  }

  /** Bytes received after the end of the response. */
  get surplus(): number {
    return this.#reader.surplus;
  }

  send(message: Message, sink: ExchangeSink): void {
    const running: Running = { message, sink, isBegun: false, upload: undefined };
    this.#running = running;
    if (this.#socket === undefined) void this.#connect(running);
    else {
      this.#socket.ref();
      this.#beginAfterPoll(this.#socket, running);
    }
  }

  async #connect(running: Running): Promise<void> {
    const opening = beginOpening(this.route);
    this.#opening = opening;
    const connecting = connect(this.route, opening);
    this.#connecting = connecting;
    try {
      const { socket, info } = await connecting.connected;
      if (this.#running !== running) return;
      this.#info = info;
      this.#socket = socket;
      this.#listen(socket);
      this.#begin(socket, running);
    } catch (e) {
      connecting.destroy(e instanceof Error ? e : new Error(String(e)));
      this.#end(e);
    }
  }

  #listen(socket: Socket): void {
    socket.on('data', (bytes: Buffer) => this.#take(socket, bytes));
    socket.on('end', () => this.#closed(undefined));
    socket.on('error', (e) => this.#closed(e));
    socket.on('close', () => this.#closed(undefined));
    socket.resume();
  }

  /**
   * On a reused connection, reads pending bytes before sending. Unsolicited bytes would be taken for the response, and a server that has
   * closed the connection would never see the request. Sockets are polled between two immediates.
   */
  #beginAfterPoll(socket: Socket, running: Running): void {
    setImmediate(() => setImmediate(() => this.#running === running && this.#begin(socket, running)));
  }

  #begin(socket: Socket, running: Running): void {
    const { message, sink } = running;
    running.isBegun = true;
    const { head, body } = message;
    const opening = this.#opening;
    this.#opening = undefined;
    this.#reader.expect(sink, message.method === 'HEAD');
    try {
      sink.begun(opening);
    } catch (e) {
      return this.#end(e);
    }
    // The listener may have stopped the exchange.
    if (this.#running !== running) return;
    const sent = (bytes: number): void => {
      if (this.#running === running) sink.sent(bytes);
    };
    if (body === null) socket.write(head, () => sent(0));
    else if (Buffer.isBuffer(body) && body.length <= smallBody) {
      socket.cork();
      socket.write(head);
      socket.write(body, () => sent(body.length));
      socket.uncork();
    } else {
      socket.write(head, () => sent(0));
      void this.#upload(socket, running, sent);
    }
  }

  async #upload(socket: Socket, running: Running, sent: (bytes: number) => void): Promise<void> {
    const { message } = running;
    const upload = new AbortController();
    running.upload = upload;
    const isChunked = message.bodySize === undefined;
    try {
      await writeBody(message, socket, upload.signal, sent, isChunked ? chunkOf : undefined);
      if (isChunked) socket.write('0\r\n\r\n', 'latin1');
      running.upload = undefined;
    } catch (e) {
      if (!upload.signal.aborted) this.#end(e);
    }
  }

  #take(socket: Socket, bytes: Buffer): void {
    // Unsolicited bytes: what follows cannot be matched to a request.
    if (this.#running?.isBegun !== true) {
      socket.destroy();
      return this.#closed(undefined);
    }
    try {
      this.#reader.push(bytes);
    } catch (e) {
      return this.#end(e);
    }
    if (this.#reader.isDone) this.#end(undefined);
  }

  /** Handles the end of the connection. @param error undefined if the server closed it */
  #closed(error: Error | undefined): void {
    this.#isReusable = false;
    if (this.#running === undefined) {
      this.#socket?.destroy();
      this.#onClosed(this);
      return;
    }
    if (error !== undefined) return this.#end(error);
    this.#end(this.#reader.end() ? undefined : Object.assign(new Error('The connection was ended.'), { code: 'ECONNRESET' }));
  }

  #end(error: unknown): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.resume();
    const { framing, surplus } = this.#reader;
    this.#isReusable &&=
      error === undefined && framing?.persistent === true && running.message.keepAlive && running.upload === undefined && surplus === 0;
    this.#keptMs = framing?.keptMs === undefined ? idleMs : framing.keptMs - earlierMs;
    this.#isReusable &&= this.#keptMs > 0;
    // Stops the upload, which closes its files.
    running.upload?.abort();
    this.#reader.stop();
    if (!this.#isReusable) this.#socket?.destroy();
    running.sink.ended(error);
  }

  /** Stops reading the current response until `resume`; TCP flow control stops the server. */
  pause(): void {
    if (this.#running === undefined || this.#isPaused) return;
    this.#isPaused = true;
    this.#socket?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket?.resume();
  }

  /** Starts the idle timer. An idle connection does not keep the process alive. */
  rest(): void {
    this.#socket?.unref();
    this.#restedAt = Date.now();
    if (this.#idle !== undefined && this.#idleMs === this.#keptMs) return void this.#idle.refresh();
    clearTimeout(this.#idle);
    this.#idleMs = this.#keptMs;
    this.#idle = setTimeout(() => {
      if (this.#running === undefined) this.#socket?.destroy();
    }, this.#keptMs).unref();
  }

  /** Closes the socket at once, in any phase, and ends a running exchange with `reason`. */
  destroy(reason: Error): void {
    this.#isReusable = false;
    clearTimeout(this.#idle);
    this.#connecting?.destroy(reason);
    this.#socket?.destroy();
    this.#end(reason);
  }
}

/** RFC 9112 §7.1. */
function chunkOf(piece: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`, 'latin1'), piece, lineBreak]);
}

const lineBreak = Buffer.from('\r\n');
