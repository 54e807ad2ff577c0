import type { Timings } from '../base/events/timings.ts';

export interface PanelSubstitution {
  readonly placeholder: string;
  /** Its line, from 1; null if it is not in the request's file. */
  readonly line: number | null;
  readonly text: string;
  readonly from: string;
  /** Where the value is defined or was set. */
  readonly at: { readonly file: string; readonly line: number } | null;
}

/** Steps of a run beside its last exchange. `at`, `start`: milliseconds since the run started. */
export type RunStepToPanel =
  /** An exchange that is followed by another: the server asked for credentials, or the request is retried. */
  | {
      readonly type: 'hop';
      readonly runId: string;
      readonly at: number;
      readonly why: 'challenge' | 'retry';
      /** Null without a response. */
      readonly status: number | null;
      readonly text: string;
      readonly timings: Timings;
    }
  | {
      readonly type: 'script';
      readonly runId: string;
      readonly phase: 'pre-request' | 'response' | 'assertions';
      readonly file: string;
      readonly line: number;
      readonly start: number;
      readonly duration: number;
    }
  /** Another request ran for this one. */
  | {
      readonly type: 'needed';
      readonly runId: string;
      readonly name: string;
      readonly by: 'ref' | 'script';
      readonly status: string;
      readonly start: number;
      readonly duration: number;
    }
  /** Reply to `wantBytes`: the first sent bytes, 16 a line. */
  | { readonly type: 'bytes'; readonly runId: string; readonly lines: readonly string[]; readonly note: string | null }
  | { readonly type: 'substituted'; readonly runId: string; readonly substitutions: readonly PanelSubstitution[]; readonly more: number };
