import type { ApiState } from '../messages.ts';
import { stackHere } from './hostFunction.ts';
import { ErrorCtor, toText } from './primordials.ts';

/** `tool.skip`, `tool.stop` and `tool.cancel`: each ends the script where it is called; the first one counts. */
export interface Ending {
  end(kind: 'skip' | 'stop' | 'cancel', reason: unknown): never;
  /** Whether something thrown is only the way out. */
  isEnd(thrown: unknown): boolean;
  current(): ApiState['end'];
}

export function createEnding(): Ending {
  let ended: ApiState['end'] = null;
  const wayOut = new ErrorCtor('the script has ended');
  return {
    end: (kind, reason) => {
      ended ??= { kind, reason: typeof reason === 'string' ? reason : reason === undefined ? '' : toText(reason), stack: stackHere() };
      throw wayOut;
    },
    isEnd: (thrown) => thrown === wayOut,
    current: () => ended,
  };
}
