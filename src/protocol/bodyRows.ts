/** Types for a body shown as text: rows, folds, searches, filters. */

export type TextMode = 'pretty' | 'raw';

export interface RowFold {
  readonly row: number;
  readonly folded: boolean;
  /** The text after the `…` of a folded row: its closing bracket. */
  readonly tail: string;
  /** The number of members or items of a folded row, with a limit: `10000+`. */
  readonly items: string;
}

/** Rows from `start` on. Has fewer rows than requested if they are long. */
export interface RowsPage {
  /** Increases when rows change because of a fold or filter. */
  readonly revision: number;
  readonly start: number;
  readonly total: number;
  readonly lines: readonly string[];
  /** The line number of each row, from 0; null if rows are lines. */
  readonly numbers: readonly number[] | null;
  readonly folds: readonly RowFold[];
  /** Rows that are titles: the path of the rows after them. */
  readonly titles: readonly number[];
}

export interface Measured {
  readonly mode: TextMode;
  readonly revision: number;
  readonly total: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWhole: boolean;
  /** Where the text is not JSON, so that it is not formatted: its line and column, from 1. */
  readonly wrongAt: { readonly line: number; readonly column: number } | null;
}

export interface Found {
  readonly searchId: number;
  readonly count: number;
  /** The search stopped at its limit; there may be more matches. */
  readonly isCut: boolean;
  readonly isDone: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why the expression is invalid, or that it took too long. */
  readonly problem: string | null;
}

/** A match in a row; offsets in UTF-16 units. */
export interface Mark {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

export interface Filtered {
  readonly filterId: number;
  /** Null if no query is set. */
  readonly count: number | null;
  readonly isCut: boolean;
  readonly problem: { readonly message: string; readonly offset: number } | null;
}

export type NodeAction =
  | 'copyValue'
  | 'copyJson'
  | 'copyPath'
  | 'copyReference'
  | 'makeVariable'
  | 'makeAssertion'
  | 'makeSchema'
  | 'makeRequest';
