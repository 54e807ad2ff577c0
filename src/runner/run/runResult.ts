import type { Failure } from '../../base/reqError.ts';
import type { Taint } from '../../language/index.ts';
import type { Outcome, Sizes, Timings } from '../ports/events.ts';
import type { ScriptResponse } from '../script/scriptTypes.ts';

/** Of a run that sends nothing. */
export const noTimings: Timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
export const noSizes: Sizes = { headers: 0, body: 0, bodyDecoded: 0 };

/** How a run ended, for its caller; the events have told everything. */
export interface RunResult {
  readonly outcome: Outcome;
  readonly failure: Failure | undefined;
  /** Why a script stopped the run, if one did: nothing else of it is to be sent. */
  readonly stopped: string | undefined;
  /** Why a script kept it from being sent, if one did. */
  readonly skipped: string | undefined;
  /** What was answered, where it is wanted. */
  readonly response: ScriptResponse | undefined;
  /** What went into the request that may not go to every receiver. */
  readonly taint: Taint;
}
