/** Types for a body shown as text: rows, folds, searches, filters. */

/** The text modes of a body. */
export type TextMode = 'pretty' | 'raw';

/** A row where an object or array starts. */
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
  /** Rows known so far. */
  readonly total: number;
  readonly lines: readonly string[];
  /** The line number of each row, from 0; null if rows are lines. */
  readonly numbers: readonly number[] | null;
  readonly folds: readonly RowFold[];
  /** Rows that are titles: the path of the rows after them. */
  readonly titles: readonly number[];
}

/** Progress of the analysis of a text mode. */
export interface Measured {
  readonly mode: TextMode;
  readonly revision: number;
  /** Rows known so far. */
  readonly total: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWhole: boolean;
  /** Why the text is not formatted. */
  readonly note: string | null;
}

/** Progress of a search. */
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

/** The result of a JSONPath query. */
export interface Filtered {
  readonly filterId: number;
  /** Null if no query is set. */
  readonly count: number | null;
  /** There are more results than shown. */
  readonly isCut: boolean;
  readonly problem: { readonly message: string; readonly offset: number } | null;
}

/** Actions on the value of a row. */
export type NodeAction = 'copyValue' | 'copyJson' | 'copyPath' | 'copyReference' | 'makeVariable' | 'makeAssertion';
