import type { RunProgress } from '../output/runProgress.ts';
import type { createNodeHost } from './nodeHost.ts';

type NodeHost = ReturnType<typeof createNodeHost>;

/** Shows the prompts of parallel files one by one and hides the progress line meanwhile. */
export function promptsInTurn(host: NodeHost, progress: RunProgress): NodeHost {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => progress.whileHidden(work));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...host,
    ask: (form, signal) => inTurn(() => host.ask(form, signal)),
    maySendProtected: (...request) => inTurn(() => host.maySendProtected(...request)),
  };
}
