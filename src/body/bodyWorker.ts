import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { BodyAnalysis } from './bodyAnalysis.ts';
import type { OpenedBody } from './bodyService.ts';
import { readBytes } from './byteSource.ts';
import type { BodyCalls, BodyNotice } from './protocol.ts';
import { textMatching, type MatchCalls } from './textMatching.ts';

/** To the worker: first the body, then what is asked of it; or texts to be looked through. */
export type ToBodyWorker =
  | { readonly type: 'open'; readonly body: OpenedBody; readonly wanted: Int32Array }
  | { readonly type: 'ask'; readonly id: number; readonly kind: keyof BodyCalls; readonly asked: unknown }
  | { readonly type: 'match'; readonly id: number; readonly kind: keyof MatchCalls; readonly asked: readonly unknown[] };

/** From the worker. `begun`: it sets to work on a match; `alive`: it works on something long. */
export type FromBodyWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  | { readonly type: 'told'; readonly told: BodyNotice }
  | { readonly type: 'begun'; readonly id: number }
  | { readonly type: 'alive' };

/** How much less its work is worth than the window's, by nice(2): about a third as much of a processor that both want. */
const behind = 5;

/** The worker's side: takes one body and answers. */
export function serveBody(): void {
  const port = parentPort;
  if (port === null) return;
  const say = (message: FromBodyWorker): void => port.postMessage(message);
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let analysis: BodyAnalysis | undefined;
  let isBehind = false;
  port.on('message', (message: ToBodyWorker) => {
    if (message.type === 'open') {
      const { source, ...content } = message.body;
      analysis = new BodyAnalysis({ ...content, bytes: readBytes(source) }, (told) => say({ type: 'told', told }), {
        pause,
        isWanted: (filterId) => Atomics.load(message.wanted, 0) === filterId,
        alive: () => say({ type: 'alive' }),
      });
      void analysis.readAll();
      return;
    }
    const { id } = message;
    try {
      if (message.type === 'match') {
        say({ type: 'begun', id });
        const { kind, asked } = message;
        return say({ type: 'answer', id, answer: (textMatching[kind] as (...asked: readonly unknown[]) => unknown)(...asked) });
      }
      if (analysis === undefined) throw new Error('there is no body yet');
      const { kind, asked } = message;
      const answer = (analysis[kind] as (asked: unknown) => unknown)(asked);
      if (!isBehind) stepBack();
      isBehind = true;
      say({ type: 'answer', id, answer });
    } catch (e) {
      say({ type: 'failed', id, message: e instanceof Error ? (e.stack ?? e.message) : String(e) });
    }
  });
}

/**
 * Somebody sees the first rows: what is read and looked for from now on must not hold up the window, where the processor has nothing
 * to spare. Only Linux has priorities of threads; elsewhere that of the whole process would change.
 */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority() + behind));
  } catch {
    // It may be forbidden; then it works as before.
  }
}
