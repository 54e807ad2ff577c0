import type { RunProgress } from '../output/runProgress.ts';
import type { createNodeHost } from './nodeHost.ts';

type NodeHost = ReturnType<typeof createNodeHost>;

/**
 * Shows the prompts and sign-ins of parallel files one by one, and neither the progress line nor results meanwhile.
 * @param flush prints the results so far, before a prompt
 */
export function promptsInTurn(host: NodeHost, progress: RunProgress, flush: () => void): NodeHost {
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    flush();
    return progress.whileHidden(work);
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => alone(work));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...host,
    ask: (form, signal) => inTurn(() => host.ask(form, signal)),
    signIn: {
      ...host.signIn,
      open: (page, signal) => inTurn(async () => (signal.aborted ? undefined : host.signIn.open(page, signal))),
      // Not in turn: most programs ask nothing.
      whileRunning: alone,
    },
    maySendProtected: (...request) => inTurn(() => host.maySendProtected(...request)),
  };
}
