import type { Socket } from 'node:net';
import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import { beginOpening, connect, type Connecting, type Opening } from '../connect/openSocket.ts';
import type { Target } from '../exchange/checkRequest.ts';
import type { Message } from '../exchange/message.ts';
import { ResponseReader, type ResponseSink } from './responseReader.ts';
import type { Route } from '../exchange/route.ts';
import { writeBody } from './writeBody.ts';

/** How long a connection is kept without a request, where the server does not say how long it keeps it. */
const idleMs = 30_000;

/** A server's own time begins earlier than ours: a request that goes out at its end may find the connection closed. */
const earlierMs = 1000;

/** Bodies up to here leave together with their head. */
const smallBody = 64 * 1024;

/** Told of one exchange over a connection. */
export interface ExchangeSink extends ResponseSink {
  /** The connection is there: the message begins to go out. @param opening undefined for a connection that was there before */
  begun(opening: Opening | undefined): void;
  /** Bytes have left: so many of the body so far. */
  sent(bytes: number): void;
  /** Told once. @param error undefined for a whole response */
  ended(error: unknown): void;
}

/** One exchange under way. */
interface Running {
  readonly message: Message;
  readonly sink: ExchangeSink;
  /** The message goes out: what is received from now on is its response. */
  isBegun: boolean;
  /** Stops what is left of the request; undefined where all of it was written at once. */
  upload: AbortController | undefined;
}

/** One connection of HTTP/1.1 (RFC 9112) on one route, for one request at a time. */
export class Connection {
  readonly route: Route;
  /** Of the route. */
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
  /** What that counts. */
  #idleMs = 0;
  #keptMs = idleMs;

  /** @param onClosed called when the server, or a time of idleness, has closed it while nothing was asked for */
  constructor(route: Route, key: string, onClosed: (connection: Connection) => void) {
    this.route = route;
    this.key = key;
    this.#onClosed = onClosed;
  }

  get target(): Target {
    return this.route.target;
  }

  /** What it goes over, once it is open. */
  get info(): ConnectionInfo {
    return this.#info ?? { address: '', proxy: undefined, tls: undefined };
  }

  /** It can serve another request. */
  get isOpen(): boolean {
    return this.#socket?.destroyed === false && this.#isReusable;
  }

  /** How the connection is made; undefined where it was there before. */
  get opening(): Opening | undefined {
    return this.#opening;
  }

  /** `performance.now()` of the first byte of the answer. */
  get firstByteAt(): number | undefined {
    return this.#reader.firstByteAt;
  }

  /** Bytes of the answer that came, its head included. */
  get received(): number {
    return this.#reader.received;
  }

  /** What came last of an answer that cannot be read, until another request goes out. @param byte the number, from 1, of that which is wrong */
  came(byte: number | undefined): ReceivedExcerpt | undefined {
    return this.#reader.came(byte);
  }

  /** Bytes that came after the end of the response. */
  get surplus(): number {
    return this.#reader.surplus;
  }

  /** Starts one exchange. */
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
   * On a kept connection, whatever has arrived is read before a request goes out: bytes that no request asked for would be taken for its
   * response, and a server that has closed the connection would never see it. The sockets are polled between two immediates.
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
    // Whoever is told may stop it.
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
    // No request asked for them: what follows cannot be trusted to answer one.
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

  /** The server has ended the connection, or it broke. */
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
    // Nobody takes what is left of the request: its files are closed.
    running.upload?.abort();
    this.#reader.stop();
    if (!this.#isReusable) this.#socket?.destroy();
    running.sink.ended(error);
  }

  /** Takes no more bytes of the response at hand until `resume`: TCP holds the server back. */
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

  /** No request follows for now: it does not keep the process from ending. */
  rest(): void {
    this.#socket?.unref();
    if (this.#idle !== undefined && this.#idleMs === this.#keptMs) return void this.#idle.refresh();
    clearTimeout(this.#idle);
    this.#idleMs = this.#keptMs;
    this.#idle = setTimeout(() => {
      if (this.#running === undefined) this.#socket?.destroy();
    }, this.#keptMs).unref();
  }

  /** Closes the socket at once, in whatever phase it is. */
  destroy(reason: Error): void {
    this.#isReusable = false;
    clearTimeout(this.#idle);
    this.#connecting?.destroy(reason);
    this.#socket?.destroy();
    this.#end(reason);
  }
}

/** A piece of a body as a chunk: RFC 9112 §7.1. */
function chunkOf(piece: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`, 'latin1'), piece, lineBreak]);
}

const lineBreak = Buffer.from('\r\n');
