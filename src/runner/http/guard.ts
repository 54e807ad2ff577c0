import { ReqError } from '../../base/reqError.ts';
import type { SendOptions } from '../../language/index.ts';

/** Whatever may end an exchange from outside: the user, the time until the head, the time between two chunks, a limit. */
export class Guard {
  /** Set once, with what stopped the exchange. */
  stopped: Error | undefined;
  /** Called when it is stopped; replaced as the exchange goes on. */
  onStop: (() => void) | undefined;
  readonly #options: SendOptions;
  readonly #signal: AbortSignal;
  readonly #whenStopped: Promise<never>;
  readonly #cancel = (): void => this.stop(new ReqError('cancelled', 'Cancelled.'));
  #reject: ((reason: Error) => void) | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SendOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#whenStopped = new Promise<never>((_resolve, reject) => (this.#reject = reject));
    // It is looked at only while something is raced against it.
    this.#whenStopped.catch(() => undefined);
    if (options.timeoutMs > 0) this.#deadline = setTimeout(() => this.stop(this.#noResponse()), options.timeoutMs);
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

  /** The work's result. @throws {ReqError} the reason, at once when stopped */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#whenStopped, work]);
  }

  /** The head of the answer is there: only pauses count from now on. */
  headCame(): void {
    clearTimeout(this.#deadline);
    const { idleTimeoutMs } = this.#options;
    if (idleTimeoutMs > 0) this.#idle = setTimeout(() => this.stop(this.#noChunk()), idleTimeoutMs);
  }

  chunkCame(): void {
    this.#idle?.refresh();
  }

  dispose(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#idle);
    this.#signal.removeEventListener('abort', this.#cancel);
    this.onStop = undefined;
  }

  #noResponse(): ReqError {
    return new ReqError('timeout', `No response within ${seconds(this.#options.timeoutMs)}.`, {
      hint: 'Give it more time with # @timeout 60s, or none at all with # @timeout 0.',
    });
  }

  #noChunk(): ReqError {
    return new ReqError('timeout', `The response paused for more than ${seconds(this.#options.idleTimeoutMs)}.`, {
      hint: 'What came is shown. Allow longer pauses with # @idle-timeout 5m, or any with # @idle-timeout 0.',
    });
  }
}

function seconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
