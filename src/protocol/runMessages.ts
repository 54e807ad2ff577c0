// Messages between the editor and the page of a collection run.

export type RowState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped' | 'cancelled';

/** A request of a run. All texts are masked. */
export interface RunRow {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** As shown to the user. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly state: RowState;
  readonly status: number | null;
  /** Milliseconds of the response, as its panel and lens show; without a response, from start to end. */
  readonly timeMs: number | null;
  readonly passed: number;
  /** Failed tests. */
  readonly failed: number;
  /** Why it failed or was skipped, its data row, or the request that needed it; may be empty. */
  readonly note: string;
  readonly hasExchange: boolean;
}

export interface RunSnapshot {
  readonly title: string;
  /** Number of files, if the title is a folder; else 0. */
  readonly files: number;
  /** Whether only the failed requests of an earlier run are sent. */
  readonly isPart: boolean;
  /** Null without an environment. */
  readonly environment: string | null;
  readonly rows: readonly RunRow[];
  readonly state: 'running' | 'over' | 'cancelled';
  /** Milliseconds so far. */
  readonly elapsedMs: number;
}

export type ToRunPage =
  | { readonly type: 'run'; readonly run: RunSnapshot }
  /** Changed rows, and new rows at the end. */
  | {
      readonly type: 'rows';
      readonly rows: readonly (readonly [index: number, row: RunRow])[];
      readonly state: RunSnapshot['state'];
      readonly elapsedMs: number;
    };

export type FromRunPage =
  | { readonly type: 'ready' }
  /** Shows the exchange of a row. */
  | { readonly type: 'open'; readonly row: number }
  | { readonly type: 'goTo'; readonly row: number }
  | { readonly type: 'stop' }
  | { readonly type: 'again'; readonly only: 'all' | 'failed' };
