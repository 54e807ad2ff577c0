// What the editor and the page of a run of many requests say to each other.

/** How far a request of a run is. */
export type RowState = 'waiting' | 'running' | 'passed' | 'failed' | 'skipped' | 'cancelled';

/** A request of a run. All texts are masked. */
export interface RunRow {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** As people name it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly state: RowState;
  readonly status: number | null;
  /** Milliseconds, from its beginning to its end. */
  readonly elapsedMs: number | null;
  readonly passed: number;
  /** Tests that failed. */
  readonly failed: number;
  /** Why it failed or was skipped; the row of data; what needed it. Empty where there is nothing to say. */
  readonly note: string;
  /** Its exchange can be looked at. */
  readonly hasExchange: boolean;
}

/** A whole run. */
export interface RunTold {
  readonly title: string;
  /** The environment, null for none. */
  readonly environment: string | null;
  readonly rows: readonly RunRow[];
  readonly state: 'running' | 'over' | 'cancelled';
  /** Milliseconds so far. */
  readonly elapsedMs: number;
}

export type ToRunPage =
  | { readonly type: 'run'; readonly run: RunTold }
  /** Rows that have changed, or are new at the end. */
  | {
      readonly type: 'rows';
      readonly rows: readonly (readonly [index: number, row: RunRow])[];
      readonly state: RunTold['state'];
      readonly elapsedMs: number;
    };

export type FromRunPage =
  | { readonly type: 'ready' }
  /** Shows the exchange of a row. */
  | { readonly type: 'open'; readonly row: number }
  /** Shows a row's request in its file. */
  | { readonly type: 'goTo'; readonly row: number }
  | { readonly type: 'stop' }
  | { readonly type: 'again'; readonly only: 'all' | 'failed' };
