import { Client, type Dispatcher } from 'undici';
import type { Readable } from 'node:stream';
import { isIP, type Socket } from 'node:net';
import { openSocket, type Opening } from './connect.ts';
import type { Target } from './check.ts';
import { marker, Wire } from './wire.ts';

/** Octets of a response's header names and values together. */
export const maxHeaderSize = 256 * 1024;

/** A request as undici is told of it: only what decides how the body and the response are framed. */
export interface Message {
  /** All of the head. */
  readonly head: Buffer;
  /** A response to HEAD has no body. */
  readonly isHead: boolean;
  readonly body: Buffer | Readable | null;
  /** Octets of the body; undefined to send it in chunks. */
  readonly bodySize: number | undefined;
  /** False to close the connection after the response. */
  readonly keepAlive: boolean;
}

/** One connection to one origin, for one request at a time; undici opens it anew where the server has closed it. */
export class Connection {
  readonly target: Target;
  readonly insecure: boolean;
  /** Called when the server, or a time of idleness, has closed it. */
  onClosed: (() => void) | undefined;
  readonly #client: Client;
  #socket: Socket | undefined;
  #wire: Wire | undefined;
  #opening: Opening | undefined;
  #head: Buffer | undefined;

  constructor(target: Target, insecure: boolean) {
    this.target = target;
    this.insecure = insecure;
    this.#client = new Client(target.origin, {
      pipelining: 1,
      maxHeaderSize,
      // Both are ours: undici's do not count informational responses, and its clock is coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 30_000,
      connect: (_options, callback) => {
        const started = performance.now();
        const lookedUp = isIP(target.hostname) === 0 ? undefined : started;
        const opening: Opening = { started, lookedUp, connected: undefined, secured: undefined };
        this.#opening = opening;
        this.#socket = openSocket(target, insecure, opening, (error, socket) => {
          if (error !== null) return callback(error, null);
          this.#wire = new Wire(socket, () => {
            const head = this.#head;
            this.#head = undefined;
            return head;
          });
          callback(null, socket);
        });
      },
    });
    this.#client.on('disconnect', () => this.onClosed?.());
  }

  /** The socket in use, once there is one. */
  get wire(): Wire | undefined {
    return this.#wire;
  }

  get isOpen(): boolean {
    return this.#wire !== undefined && !this.#wire.socket.destroyed;
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

  /** Starts one exchange; the handler is told of it. */
  send(message: Message, handler: Dispatcher.DispatchHandler): void {
    this.#head = message.head;
    const length = message.body !== null && message.bodySize !== undefined ? ['content-length', String(message.bodySize)] : [];
    this.#client.dispatch(
      // The head is a placeholder, and so are method and path: HEAD and POST stand for a response without and with a body.
      {
        path: '/',
        method: message.isHead ? 'HEAD' : 'POST',
        headers: [marker, '1', ...length],
        body: message.body,
        reset: !message.keepAlive,
      },
      handler,
    );
  }

  /** Closes the socket at once, in whatever phase it is. */
  destroy(reason: Error): void {
    this.onClosed = undefined;
    // While it connects undici does not know the socket.
    this.#socket?.destroy(reason);
    void this.#client.destroy(reason);
  }
}
