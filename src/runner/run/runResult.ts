import type { Failure } from '../../base/reqError.ts';
import type { Taint } from '../../language/index.ts';
import type { Outcome, Sizes } from '../ports/events.ts';
import type { ScriptResponse } from '../script/scriptTypes.ts';

export const noSizes: Sizes = { headers: 0, body: 0, bodyDecoded: 0 };

/** Result of a run for its caller. The events contain all details. */
export interface RunResult {
  readonly outcome: Outcome;
  readonly failure: Failure | undefined;
  /** Why a script stopped the run, if one did: no further request of the run may be sent. */
  readonly stopped: string | undefined;
  /** Why a script skipped the request, if one did. */
  readonly skipped: string | undefined;
  /** Set if the input has `wanted`. */
  readonly response: ScriptResponse | undefined;
  /** Inputs of the request that may not be sent to every receiver. */
  readonly taint: Taint;
}
