import type { ApiState } from '../messages.ts';
import { stackHere } from './hostFunction.ts';
import { ErrorCtor, toText } from './primordials.ts';

/** Thrown to leave the script. */
class ScriptEnd extends ErrorCtor {}

/** `tool.skip`, `tool.stop` and `tool.cancel`: each ends the script where it is called; the first one counts. */
export interface Ending {
  end(kind: 'skip' | 'stop' | 'cancel', reason: unknown): never;
  /** Whether something thrown is only the way out. */
  isEnd(thrown: unknown): boolean;
  current(): ApiState['end'];
}

export function createEnding(): Ending {
  let ended: ApiState['end'] = null;
  return {
    end: (kind, reason) => {
      ended ??= { kind, reason: typeof reason === 'string' ? reason : reason === undefined ? '' : toText(reason), stack: stackHere() };
      throw new ScriptEnd();
    },
    isEnd: (thrown) => thrown instanceof ScriptEnd,
    current: () => ended,
  };
}
