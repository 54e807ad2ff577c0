import { attempt, type AttemptEnd, type AttemptHooks } from '../exchange/attempt.ts';
import type { Channel } from '../http1/http1Channel.ts';
import type { Opening } from './openSocket.ts';
import type { Connection } from '../http1/http1Connection.ts';
import { Connections } from './connections.ts';
import { Http2Sessions } from '../http2/http2Sessions.ts';
import type { Message } from '../exchange/message.ts';
import type { Route } from '../exchange/route.ts';

const connections = new Connections();
const sessions = new Http2Sessions();

export function openChannel(route: Route, isHttp2: boolean, fresh: boolean): Channel {
  if (isHttp2) return sessions.open(route, fresh);
  return new Http1Channel(connections.take(route, fresh));
}

class Http1Channel implements Channel {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  get opening(): Opening | undefined {
    return this.#connection.opening;
  }

  get firstByteAt(): number | undefined {
    return this.#connection.firstByteAt;
  }

  attempt(message: Message, hooks: AttemptHooks): Promise<AttemptEnd> {
    return attempt(this.#connection, message, hooks);
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  release(whole: boolean): void {
    if (whole) connections.give(this.#connection);
    else this.#connection.destroy(new Error('the exchange failed'));
  }

  destroy(reason: Error): void {
    this.#connection.destroy(reason);
  }
}

/** Closes idle connections. Not needed before exit: they do not keep the process alive. */
export function closeIdleConnections(): void {
  connections.closeIdle();
  sessions.closeIdle();
}
