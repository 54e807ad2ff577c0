import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Socket } from 'node:net';
import type { ConnectionInfo } from '../connectionInfo.ts';
import { beginOpening, connect, type Connecting, type Opening } from './connect.ts';
import type { Target } from './check.ts';
import type { Message } from './message.ts';
import type { Route } from './route.ts';
import { maxHeaderSize } from './limits.ts';
import { marker, Wire } from './wire.ts';

/** One connection on one route, for one request at a time; undici opens it anew where the server has closed it. */
export class Connection {
  readonly route: Route;
  /** Of the route. */
  readonly key: string;
  /** Called when the server, or a time of idleness, has closed it. */
  onClosed: (() => void) | undefined;
  readonly #client: Client;
  #connecting: Connecting | undefined;
  #info: ConnectionInfo | undefined;
  #wire: Wire | undefined;
  #opening: Opening | undefined;
  #head: Buffer | undefined;

  constructor(route: Route, key: string) {
    this.route = route;
    this.key = key;
    // The socket is ours: nothing follows from the host it is told.
    this.#client = new Client(`${route.target.scheme}://localhost`, {
      pipelining: 1,
      maxHeaderSize,
      // Both are ours: undici's do not count informational responses, and its clock is coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 30_000,
      connect: (_options, callback) => void this.#connect(callback),
    });
    this.#client.on('disconnect', () => this.onClosed?.());
  }

  get target(): Target {
    return this.route.target;
  }

  /** What it goes over, once it is open. */
  get info(): ConnectionInfo {
    return this.#info ?? { address: '', proxy: undefined, tls: undefined };
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

  /** Starts one exchange; the handler is told of it. undici is told only what decides how body and response are framed. */
  send(message: Message, handler: Dispatcher.DispatchHandler): void {
    this.#head = message.head;
    const length = message.body !== null && message.bodySize !== undefined ? ['content-length', String(message.bodySize)] : [];
    this.#client.dispatch(
      // The head is a placeholder, and so are method and path: HEAD and POST stand for a response without and with a body.
      {
        path: '/',
        method: message.method === 'HEAD' ? 'HEAD' : 'POST',
        headers: [marker, '1', ...length],
        body: message.body,
        reset: !message.keepAlive,
      },
      handler,
    );
  }

  async #connect(callback: buildConnector.Callback): Promise<void> {
    const opening = beginOpening(this.route);
    this.#opening = opening;
    const connecting = connect(this.route, opening);
    this.#connecting = connecting;
    let socket: Socket;
    try {
      ({ socket, info: this.#info } = await connecting.connected);
    } catch (e) {
      const error = e instanceof Error ? e : new Error(String(e));
      connecting.destroy(error);
      return callback(error, null);
    }
    this.#wire = new Wire(socket, () => {
      const head = this.#head;
      this.#head = undefined;
      return head;
    });
    callback(null, socket);
  }

  /** Closes the socket at once, in whatever phase it is. */
  destroy(reason: Error): void {
    this.onClosed = undefined;
    // While it connects undici does not know the socket.
    this.#connecting?.destroy(reason);
    void this.#client.destroy(reason);
  }
}
