import { durationText } from '../../base/text/durationText.ts';
import { ReqError } from '../../base/reqError.ts';
import { documentLimits, mostTimeouts } from '../../language/onDemand.ts';
import type { Options } from '../commandLine/args.ts';

interface ReceivingTime {
  /** Aborts with the given signal, and when the time has elapsed. */
  readonly signal: AbortSignal;
  /** The error if the time has elapsed. */
  readonly tooLate: () => ReqError | undefined;
}

/** Limits the total time of a request for a document. A server that sends single bytes could otherwise keep it open for days. */
export function receivingTime(signal: AbortSignal, options: Options): ReceivingTime {
  const ms = mostTimeouts * (options.duration('timeout') ?? documentLimits.timeoutMs);
  const late = AbortSignal.timeout(ms);
  return {
    signal: AbortSignal.any([signal, late]),
    tooLate: () =>
      late.aborted && !signal.aborted
        ? new ReqError('network', `The document was not complete after ${durationText(ms)}.`, {
            hint: `A longer --timeout allows more: the limit is ${mostTimeouts} times its value.`,
          })
        : undefined,
  };
}
