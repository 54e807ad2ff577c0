import { Worker } from 'node:worker_threads';
import { isQuick } from './patternCost.ts';
import { createThreadPool, type Late } from './threadPool.ts';

export type Matched =
  | { readonly kind: 'done'; readonly found: boolean }
  | Late
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

type Reply = { readonly kind: 'begun' } | Exclude<Matched, Late>;

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
  const pool = createThreadPool<Job, Reply>(() => new Worker(program, { eval: true, env: {}, argv: [], execArgv: [] }));
  return {
    async test(pattern, text, timeMs, signal) {
      if (isQuick(pattern, text.length)) return { kind: 'done', found: pattern.test(text) };
      return pool.run({ source: pattern.source, flags: pattern.flags, text }, timeMs, signal);
    },
    dispose: () => pool.dispose(),
  };
}
