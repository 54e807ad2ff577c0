import { Worker } from 'node:worker_threads';
import type { FromBodyWorker, ToBodyWorker } from './bodyWorker.ts';
import type { Answer, Asked, BodyService, OpenedBody, Notify } from './bodyService.ts';
import type { BodyCalls } from './protocol.ts';
import type { MatchCalls } from './search/textMatching.ts';

/** The `workerData` of this worker: the bundle checks it to find whether it runs as the worker. */
export const workerMark = 'req body';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (e: Error) => void;
  readonly begun?: () => void;
}

/** A body service in its own thread, which can be killed at any time. */
export class BodyWorker implements BodyService {
  readonly #worker: Worker;
  /** The id of the filter whose result is needed, in shared memory so that the thread can read it while it runs another one. */
  readonly #wanted = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting = new Map<number, Waiting>();
  #notify: Notify = () => undefined;
  #asked = 0;
  #lastSign = 0;
  #isOver = false;

  /** @param workerFile the bundle of `index.ts` */
  constructor(workerFile: string) {
    this.#worker = new Worker(workerFile, { workerData: workerMark, env: {}, argv: [], execArgv: [] });
    this.#worker.on('message', (message: FromBodyWorker) => this.#receive(message));
    this.#worker.on('error', (e) => this.#end(e));
    this.#worker.on('exit', () => this.#end(new Error('the thread that reads the body has ended')));
    this.#worker.unref();
  }

  /** When the last message arrived, as `performance.now()`. */
  get lastSign(): number {
    return this.#lastSign;
  }

  /** Call it once, before `ask`. */
  open(body: OpenedBody, notify: Notify): void {
    this.#notify = notify;
    this.#post({ type: 'open', body, wanted: this.#wanted });
  }

  ask<K extends keyof BodyCalls>(kind: K, asked: Asked<K>): Promise<Answer<K>> {
    if (kind === 'filter') Atomics.store(this.#wanted, 0, (asked as Asked<'filter'>).filterId);
    return this.#request((id) => ({ type: 'ask', id, kind, asked }));
  }

  /**
   * Searches texts; needs no open body.
   * @param begun called when the worker starts this search
   */
  match<K extends keyof MatchCalls>(kind: K, asked: Parameters<MatchCalls[K]>, begun: () => void): Promise<ReturnType<MatchCalls[K]>> {
    return this.#request((id) => ({ type: 'match', id, kind, asked }), begun);
  }

  dispose(): void {
    this.#end(new Error('the body is no longer in use'));
    void this.#worker.terminate();
  }

  #request<T>(messageOf: (id: number) => ToBodyWorker, begun?: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isOver) return reject(new Error('the thread that reads the body has ended'));
      this.#lastSign = performance.now();
      const id = this.#asked++;
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, ...(begun === undefined ? {} : { begun }) });
      this.#post(messageOf(id));
    });
  }

  #post(message: ToBodyWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromBodyWorker): void {
    if (this.#isOver) return;
    this.#lastSign = performance.now();
    if (message.type === 'notice') this.#notify(message.notice);
    if (message.type === 'begun') this.#waiting.get(message.id)?.begun?.();
    if (message.type !== 'answer' && message.type !== 'failed') return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.message));
  }

  #end(e: Error): void {
    this.#isOver = true;
    for (const { reject } of this.#waiting.values()) reject(e);
    this.#waiting.clear();
  }
}
