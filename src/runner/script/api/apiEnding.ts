import type { ApiState } from '../workerMessages.ts';
import { stackHere } from './hostFunction.ts';
import { ErrorCtor, slice, toText, TypeErrorCtor } from './primordials.ts';

/** Characters of a reason that are told. */
const maxReason = 1000;

/** `tool.skip`, `tool.stop` and `tool.cancel`: each ends the script where it is called; the first one counts. */
export interface Ending {
  end(kind: 'skip' | 'stop' | 'cancel', reason: unknown): never;
  /** Whether something thrown is only the way out. */
  isEnd(thrown: unknown): boolean;
  current(): ApiState['end'];
  /** The request has gone out: it can no longer be skipped. */
  begin(): void;
}

export function createEnding(): Ending {
  let ended: ApiState['end'] = null;
  let begun = false;
  const wayOut = new ErrorCtor('the script has ended');
  return {
    end: (kind, reason) => {
      if (kind === 'skip' && begun) throw new TypeErrorCtor('tool.skip comes too late: the request is sent; tool.cancel() ends its stream');
      ended ??= { kind, reason: reason === undefined ? '' : slice(toText(reason), 0, maxReason), stack: stackHere() };
      throw wayOut;
    },
    isEnd: (thrown) => thrown === wayOut,
    current: () => ended,
    begin: () => void (begun = true),
  };
}
