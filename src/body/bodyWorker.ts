import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { BodyAnalysis } from './bodyAnalysis.ts';
import type { OpenedBody } from './bodyService.ts';
import { readBytes } from './byteSource.ts';
import type { BodyCalls, BodyNotice } from './protocol.ts';
import { textMatching, type MatchCalls } from './search/textMatching.ts';

/** Messages to the worker: first the body, then calls on it; or texts to search. */
export type ToBodyWorker =
  | { readonly type: 'open'; readonly body: OpenedBody; readonly wanted: Int32Array }
  | { readonly type: 'ask'; readonly id: number; readonly kind: keyof BodyCalls; readonly asked: unknown }
  | { readonly type: 'match'; readonly id: number; readonly kind: keyof MatchCalls; readonly asked: readonly unknown[] };

/** Messages from the worker. `begun`: it starts a match; `alive`: a long call is still running. */
export type FromBodyWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'notice'; readonly notice: BodyNotice }
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'alive' };

/**
 * Added to the niceness, see nice(2): with both busy, the worker gets about a third of the window's share of a
 * processor.
 */
const niceness = 5;

export function serveBody(): void {
  const port = parentPort;
  if (port === null) return;
  const post = (message: FromBodyWorker): void => port.postMessage(message);
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let analysis: BodyAnalysis | undefined;
  let isLowered = false;
  port.on('message', (message: ToBodyWorker) => {
    if (message.type === 'open') {
      const { source, ...content } = message.body;
      analysis = new BodyAnalysis({ ...content, bytes: readBytes(source) }, (notice) => post({ type: 'notice', notice }), {
        pause,
        isWanted: (filterId) => Atomics.load(message.wanted, 0) === filterId,
        alive: () => post({ type: 'alive' }),
      });
      void analysis.readAll();
      return;
    }
    const { id } = message;
    try {
      if (message.type === 'match') {
        post({ type: 'begun', id });
        const { kind, asked } = message;
        return post({ type: 'answer', id, answer: (textMatching[kind] as (...asked: readonly unknown[]) => unknown)(...asked) });
      }
      if (analysis === undefined) throw new Error('there is no body yet');
      const { kind, asked } = message;
      const answer = (analysis[kind] as (asked: unknown) => unknown)(asked);
      if (!isLowered) lowerPriority();
      isLowered = true;
      post({ type: 'answer', id, answer });
    } catch (e) {
      post({ type: 'failed', id, message: e instanceof Error ? (e.stack ?? e.message) : String(e) });
    }
  });
}

/**
 * Lowers the thread's priority once the first rows are shown, so that scanning and searching do not slow the window
 * down. Only on Linux, where threads have priorities; elsewhere it would change the whole process.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + niceness));
  } catch {
    // Without permission, the priority stays.
  }
}
