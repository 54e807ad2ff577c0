import type { PanelTimings } from './exchangeFacts.ts';

/** What a placeholder became. */
export interface PanelSubstitution {
  readonly placeholder: string;
  /** Where it stands, from 1; null where that is not the request's file. */
  readonly line: number | null;
  readonly text: string;
  /** Where the value came from, in words. */
  readonly from: string;
  /** Where it is written or was set. */
  readonly at: { readonly file: string; readonly line: number } | null;
}

/** What the page is told of a run beside its request and response. `at`, `start`: milliseconds since the run started. */
export type RunStepToPanel =
  /** An exchange is over that was not the last: the server asked for credentials, or the request is tried again. */
  | {
      readonly type: 'hop';
      readonly runId: string;
      readonly at: number;
      readonly why: 'challenge' | 'retry';
      /** Null where nothing was answered. */
      readonly status: number | null;
      readonly text: string;
      readonly timings: PanelTimings;
    }
  /** A script or assertions have run. */
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
  /** Answer to `wantBytes`: what left, 16 bytes a line, as many as are shown. */
  | { readonly type: 'bytes'; readonly runId: string; readonly lines: readonly string[]; readonly note: string | null }
  | { readonly type: 'substituted'; readonly runId: string; readonly substitutions: readonly PanelSubstitution[]; readonly more: number };
