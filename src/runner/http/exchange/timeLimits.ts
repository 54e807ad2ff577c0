import { ReqError } from '../../../base/reqError.ts';
import type { SendOptions } from '../../../language/index.ts';
import { durationText } from '../../../base/durationText.ts';
import { after } from '../../../base/timer.ts';
import { limitName, moreOrAny } from './limitNames.ts';
import type { Stage } from './timings.ts';

const during: Readonly<Record<Stage, string>> = {
  preparing: 'while the request was prepared',
  lookup: 'while the host was looked up',
  connecting: 'while connecting',
  securing: 'while setting up TLS',
  sending: 'while sending the request',
  waiting: 'while waiting for the answer',
  receiving: 'while receiving the answer',
};

/** Whatever may end an exchange from outside: the user, the time to connect, until the head, between two chunks, a limit. */
export class Guard {
  /** Set once, with what stopped the exchange. */
  stopped: Error | undefined;
  /** Called when it is stopped; replaced as the exchange goes on. */
  onStop: (() => void) | undefined;
  readonly #options: SendOptions;
  readonly #signal: AbortSignal;
  readonly #stage: () => Stage;
  readonly #cancel = (): void => this.stop(new ReqError('cancelled', 'Cancelled.'));
  /** Of what is raced. */
  #reject: ((reason: Error) => void) | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #connecting: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param stage how far the exchange is */
  constructor(options: SendOptions, signal: AbortSignal, stage: () => Stage) {
    this.#options = options;
    this.#signal = signal;
    this.#stage = stage;
    if (options.timeoutMs > 0) this.#deadline = after(options.timeoutMs, () => this.stop(this.#noResponse()));
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
  }

  /** The first reason counts. What is no ReqError is a defect. */
  stop(reason: unknown): void {
    if (this.stopped !== undefined) return;
    this.stopped = reason instanceof Error ? reason : new Error(String(reason));
    this.#reject?.(this.stopped);
    this.onStop?.();
  }

  /** The work's result; one work at a time. @throws {ReqError} the reason, at once when stopped */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.stopped !== undefined) reject(this.stopped);
      // What comes of it after that has nobody to go to.
      work.then(resolve, reject);
    });
  }

  /** A connection is asked for. */
  connecting(): void {
    const { connectTimeoutMs } = this.#options;
    clearTimeout(this.#connecting);
    if (connectTimeoutMs > 0) this.#connecting = after(connectTimeoutMs, () => this.stop(this.#noConnection()));
  }

  /** The message begins to go out over it. */
  connected(): void {
    clearTimeout(this.#connecting);
  }

  /** The head of the answer is there: only pauses count from now on. */
  headCame(): void {
    clearTimeout(this.#deadline);
    const { idleTimeoutMs } = this.#options;
    if (idleTimeoutMs > 0) this.#idle = after(idleTimeoutMs, () => this.stop(this.#noChunk()));
  }

  chunkCame(): void {
    this.#idle?.refresh();
  }

  dispose(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#connecting);
    clearTimeout(this.#idle);
    this.#signal.removeEventListener('abort', this.#cancel);
    this.onStop = undefined;
  }

  #noResponse(): ReqError {
    return new ReqError(
      'timeout',
      `No response within ${durationText(this.#options.timeoutMs)} (${limitName(this.#options, 'timeout')}), ${during[this.#stage()]}.`,
      {
        hint: moreOrAny(this.#options, 'timeout', ['Give it more time', '60s'], 'or none at all'),
      },
    );
  }

  #noConnection(): ReqError {
    const limit = durationText(this.#options.connectTimeoutMs);
    return new ReqError(
      'timeout',
      `No connection within ${limit} (${limitName(this.#options, 'connect-timeout')}), ${during[this.#stage()]}.`,
      {
        hint: `Is the host right, and is a firewall or VPN in the way? ${moreOrAny(this.#options, 'connect-timeout', ['Give it more time', '30s'], 'or as much as it takes')}`,
      },
    );
  }

  #noChunk(): ReqError {
    return new ReqError(
      'timeout',
      `The response paused for more than ${durationText(this.#options.idleTimeoutMs)} (${limitName(this.#options, 'idle-timeout')}).`,
      {
        hint: `What came is shown. ${moreOrAny(this.#options, 'idle-timeout', ['Allow longer pauses', '5m'], 'or any')}`,
      },
    );
  }
}
