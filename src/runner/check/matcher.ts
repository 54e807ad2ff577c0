import { Worker } from 'node:worker_threads';
import { onAbort } from '../../base/async/onAbort.ts';
import { ReqError } from '../../base/reqError.ts';
import { isQuick } from './patternCost.ts';

/** Limit of concurrent threads; further jobs wait. */
const mostThreads = 4;
/** Limit of idle threads that are kept for later jobs. */
const spares = 1;

export type Matched =
  | { readonly kind: 'done'; readonly found: boolean }
  /** Stopped after `timeMs` milliseconds. */
  | { readonly kind: 'late'; readonly timeMs: number }
  /** The thread's `RegExp` rejected the pattern. */
  | { readonly kind: 'failed'; readonly message: string };

/** Runs untrusted regular expressions from `.req` files. */
export interface Matcher {
  /**
   * Whether a pattern matches a text. A pattern that may be slow runs in a thread, which is killed at the limit or on abort.
   * @param timeMs time limit in milliseconds, from the moment the thread starts the job
   * @throws {ReqError} `cancelled` on abort
   */
  test(pattern: RegExp, text: string, timeMs: number, signal: AbortSignal): Promise<Matched>;
  dispose(): Promise<void>;
}

interface Job {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
}

type Reply = { readonly kind: 'begun' } | Exclude<Matched, { kind: 'late' }>;

/** Source of the thread; too small for a bundle of its own. */
const program = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ source, flags, text }) => {
  parentPort.postMessage({ kind: 'begun' });
  try {
    parentPort.postMessage({ kind: 'done', found: new RegExp(source, flags).test(text) });
  } catch (e) {
    parentPort.postMessage({ kind: 'failed', message: e.message.slice(e.message.lastIndexOf(': ') + 1).trim() });
  }
});`;

export function createMatcher(): Matcher {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let working = 0;

  function ready(): Worker {
    const kept = idle.pop();
    if (kept !== undefined) return kept;
    const made = new Worker(program, { eval: true, env: {}, argv: [], execArgv: [] });
    threads.add(made);
    made.once('exit', () => {
      threads.delete(made);
      const at = idle.indexOf(made);
      if (at >= 0) idle.splice(at, 1);
    });
    return made;
  }

  async function inThread(job: Job, timeMs: number, signal: AbortSignal): Promise<Matched> {
    if (working >= mostThreads) await turn(signal);
    else working++;
    try {
      signal.throwIfAborted();
      const thread = ready();
      const reply = await ask(thread, job, timeMs, signal);
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
    async test(pattern, text, timeMs, signal) {
      if (isQuick(pattern, text.length)) return { kind: 'done', found: pattern.test(text) };
      return inThread({ source: pattern.source, flags: pattern.flags, text }, timeMs, signal);
    },
    async dispose() {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

/** Sends a job to a thread. On abort it kills the thread and rejects; after a timeout the caller must kill the thread. */
function ask(thread: Worker, job: Job, timeMs: number, signal: AbortSignal): Promise<Matched> {
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
    const exited = (): void => failed(new Error('the thread of the regular expression ended'));
    const late = (): void => end(() => resolve({ kind: 'late', timeMs }));
    const receive = (reply: Reply): void => {
      if (reply.kind !== 'begun') return end(() => resolve(reply));
      // If the main thread was busy, the reply may already be queued: read it before reporting a timeout.
      timer = setTimeout(() => setImmediate(late), timeMs);
    };
    const stopWaiting = onAbort(signal, cancel);
    thread.on('message', receive).on('error', failed).on('exit', exited);
    thread.ref();
    thread.postMessage(job);
  });
}
