import type { ClientHttp2Stream } from 'node:http2';
import type { AttemptEnd, AttemptHooks } from '../exchange/attempt.ts';
import type { Channel } from '../http1/http1Channel.ts';
import type { Opening } from '../connect/openSocket.ts';
import type { Message } from '../exchange/message.ts';
import { attemptHttp2 } from './http2Attempt.ts';
import type { Http2Session } from './http2Session.ts';

/** One stream of a shared HTTP/2 connection. `destroy` resets the stream only; the connection stays open. */
export class Http2Channel implements Channel {
  readonly firstByteAt = undefined;
  readonly #session: Http2Session;
  readonly #stop = new AbortController();
  #stream: ClientHttp2Stream | undefined;
  #leave: (() => void) | undefined;

  /** @param leave called once, on `release` or `destroy` */
  constructor(session: Http2Session, leave: () => void) {
    this.#session = session;
    this.#leave = leave;
  }

  get isOpen(): boolean {
    return this.#session.isGreeted && this.#session.isOpen;
  }

  get opening(): Opening | undefined {
    return this.#session.opening;
  }

  pause(): void {
    this.#stream?.pause();
  }

  resume(): void {
    this.#stream?.resume();
  }

  attempt(message: Message, hooks: AttemptHooks): Promise<AttemptEnd> {
    return attemptHttp2(this.#session, message, hooks, this.#stop.signal, (stream) => (this.#stream = stream));
  }

  release(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  destroy(reason: Error): void {
    this.#stop.abort(reason);
    this.release();
  }
}
