import type { ApiState } from '../thread/workerMessages.ts';
import { stackHere } from './hostFunction.ts';
import { ErrorCtor, slice, toText, TypeErrorCtor } from './primordials.ts';

const maxReason = 1000;

/** `tool.skip`, `tool.stop` and `tool.cancel`. Each ends the script by an exception; only the first call is reported. */
export interface Ending {
  end(kind: 'skip' | 'stop' | 'cancel', reason: unknown): never;
  /** Ends the script alone: its request is sent. */
  exit(): never;
  isEnd(thrown: unknown): boolean;
  current(): ApiState['end'];
  /** Call when the request was sent: it can no longer be skipped. */
  begin(): void;
}

export function createEnding(): Ending {
  let ended: ApiState['end'] = null;
  let begun = false;
  const endSignal = new ErrorCtor('the script has ended');
  return {
    end: (kind, reason) => {
      if (kind === 'skip' && begun)
        throw new TypeErrorCtor('tool.skip was called too late: the request was already sent; tool.cancel() ends its stream');
      ended ??= { kind, reason: reason === undefined ? '' : slice(toText(reason), 0, maxReason), stack: stackHere() };
      throw endSignal;
    },
    exit: () => {
      throw endSignal;
    },
    isEnd: (thrown) => thrown === endSignal,
    current: () => ended,
    begin: () => void (begun = true),
  };
}
