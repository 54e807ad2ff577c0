import type { Worker } from 'node:worker_threads';
import { onAbort } from '../../base/async/onAbort.ts';
import { ReqError } from '../../base/reqError.ts';

/** Limit of concurrent threads; further jobs wait. */
const mostThreads = 4;
/** Limit of idle threads that are kept for later jobs. */
const spares = 1;

/** Stopped after `timeMs` milliseconds. */
export interface Late {
  readonly kind: 'late';
  readonly timeMs: number;
}

/** Threads for work on hostile data: a thread that takes too long is killed. */
export interface ThreadPool<Job, Reply> {
  /**
   * @param timeMs time limit in milliseconds, from the moment the thread starts the job
   * @throws {ReqError} `cancelled` on abort
   * @throws {Error} if the thread ends, for example because it has no memory left
   */
  run(job: Job, timeMs: number, signal: AbortSignal): Promise<Exclude<Reply, { readonly kind: 'begun' }> | Late>;
  dispose(): Promise<void>;
}

/** @param make starts a thread. For each job it posts a message of the kind `begun`, then its reply */
export function createThreadPool<Job, Reply extends { readonly kind: string }>(
  make: () => Worker | Promise<Worker>,
): ThreadPool<Job, Reply> {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let working = 0;

  async function ready(): Promise<Worker> {
    const kept = idle.pop();
    if (kept !== undefined) return kept;
    const made = await make();
    threads.add(made);
    made.once('exit', () => {
      threads.delete(made);
      const at = idle.indexOf(made);
      if (at >= 0) idle.splice(at, 1);
    });
    return made;
  }

  /** Waits until another job ends and frees its thread slot. */
  function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stopWaiting = onAbort(signal, () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new ReqError('cancelled', 'Cancelled.'));
      });
      const go = (): void => {
        stopWaiting();
        resolve();
      };
      waiting.push(go);
    });
  }

  return {
    async run(job, timeMs, signal) {
      if (working >= mostThreads) await turn(signal);
      else working++;
      try {
        signal.throwIfAborted();
        const thread = await ready();
        if (signal.aborted) void thread.terminate();
        signal.throwIfAborted();
        const reply = await ask<Reply>(thread, job, timeMs, signal);
        if (reply.kind === 'late' || idle.length >= spares) void thread.terminate();
        else {
          thread.unref();
          idle.push(thread);
        }
        return reply;
      } finally {
        const next = waiting.shift();
        if (next === undefined) working--;
        else next();
      }
    },
    async dispose() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/** Sends a job to a thread. On abort it kills the thread and rejects; after a timeout the caller must kill the thread. */
function ask<Reply extends { readonly kind: string }>(
  thread: Worker,
  job: unknown,
  timeMs: number,
  signal: AbortSignal,
): Promise<Exclude<Reply, { readonly kind: 'begun' }> | Late> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      stopWaiting();
      thread.off('message', receive).off('error', failed).off('exit', exited);
      settle();
    };
    const cancel = (): void => {
      void thread.terminate();
      end(() => reject(new ReqError('cancelled', 'Cancelled.')));
    };
    const failed = (e: unknown): void => end(() => reject(e));
    const exited = (): void => failed(new Error('the thread ended'));
    const late = (): void => end(() => resolve({ kind: 'late', timeMs }));
    const receive = (reply: Reply): void => {
      if (reply.kind !== 'begun') return end(() => resolve(reply as Exclude<Reply, { readonly kind: 'begun' }>));
      // If the main thread was busy, the reply may already be queued: read it before reporting a timeout.
      timer = setTimeout(() => setImmediate(late), timeMs);
    };
    const stopWaiting = onAbort(signal, cancel);
    thread.on('message', receive).on('error', failed).on('exit', exited);
    thread.ref();
    thread.postMessage(job);
  });
}
