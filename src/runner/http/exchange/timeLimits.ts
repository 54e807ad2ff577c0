import { ReqError } from '../../../base/reqError.ts';
import type { SendOptions } from '../../../language/index.ts';
import { durationText } from '../../../base/text/durationText.ts';
import { after } from '../../../base/async/timer.ts';
import { limitName, moreOrAny } from './limitNames.ts';
import type { Stage } from './timings.ts';

const during: Readonly<Record<Stage, string>> = {
  preparing: 'while the request was prepared',
  lookup: 'while the host was looked up',
  connecting: 'while connecting',
  securing: 'while setting up TLS',
  sending: 'while sending the request',
  waiting: 'while waiting for the response',
  receiving: 'while receiving the response',
};

/** Stops an exchange on cancellation, a time-out (connecting, until the head, between chunks) or an exceeded limit. */
export class Guard {
  /** The first reason passed to `stop`. */
  stopped: Error | undefined;
  /** Called by `stop`; the exchange replaces it in each phase. */
  onStop: (() => void) | undefined;
  readonly #options: SendOptions;
  readonly #signal: AbortSignal;
  readonly #stage: () => Stage;
  readonly #cancel = (): void => this.stop(new ReqError('cancelled', 'Cancelled.'));
  /** Rejects the promise of the current `race`. */
  #reject: ((reason: Error) => void) | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #connecting: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param waited milliseconds that the run has waited for the user so far */
  constructor(options: SendOptions, signal: AbortSignal, stage: () => Stage, waited = (): number => 0) {
    this.#options = options;
    this.#signal = signal;
    this.#stage = stage;
    if (options.timeoutMs > 0) this.#limitResponse(options.timeoutMs, waited);
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Only the first call has an effect. A reason that is not a ReqError is a bug. */
  stop(reason: unknown): void {
    if (this.stopped !== undefined) return;
    this.stopped = reason instanceof Error ? reason : new Error(String(reason));
    this.#reject?.(this.stopped);
    this.onStop?.();
  }

  /** Races `work` with `stop`. Only one race at a time. @throws {ReqError} the reason for stopping */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.stopped !== undefined) reject(this.stopped);
      // After `stop`, the result of `work` is ignored.
      work.then(resolve, reject);
    });
  }

  connecting(): void {
    const { connectTimeoutMs } = this.#options;
    clearTimeout(this.#connecting);
    if (connectTimeoutMs > 0) this.#connecting = after(connectTimeoutMs, () => this.stop(this.#noConnection()));
  }

  /** Clears the connect time-out. */
  connected(): void {
    clearTimeout(this.#connecting);
  }

  /** Replaces the response time-out by the idle time-out. */
  headReceived(): void {
    clearTimeout(this.#deadline);
    const { idleTimeoutMs } = this.#options;
    if (idleTimeoutMs > 0) this.#idle = after(idleTimeoutMs, () => this.stop(this.#noChunk()));
  }

  chunkReceived(): void {
    this.#idle?.refresh();
  }

  dispose(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#connecting);
    clearTimeout(this.#idle);
    this.#signal.removeEventListener('abort', this.#cancel);
    this.onStop = undefined;
  }

  #limitResponse(ms: number, waited: () => number): void {
    const before = waited();
    this.#deadline = after(ms, () => {
      const asked = waited() - before;
      if (asked > 0) this.#limitResponse(asked, waited);
      else this.stop(this.#noResponse());
    });
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
        hint: `The received part is shown. ${moreOrAny(this.#options, 'idle-timeout', ['Allow longer pauses', '5m'], 'or any')}`,
      },
    );
  }
}
