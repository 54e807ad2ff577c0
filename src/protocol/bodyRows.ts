/** Types of what is shown of a body as text: rows, folds, searches, filters. */

/** The modes of a body that are text. */
export type TextMode = 'pretty' | 'raw';

/** An object or array that begins in a row. */
export interface RowFold {
  readonly row: number;
  readonly folded: boolean;
  /** What stands behind the `…` of a folded one: its closing bracket. */
  readonly tail: string;
  /** Members or items of a folded one, as far as they are counted: `10000+`. */
  readonly items: string;
}

/** Rows from `start` on, fewer than were asked for where they are long. */
export interface RowsPage {
  /** Grows when rows are not what they were: something was folded or chosen. */
  readonly revision: number;
  readonly start: number;
  /** Rows that are known. */
  readonly total: number;
  readonly lines: readonly string[];
  /** The line of each, from 0; null where rows are lines. */
  readonly numbers: readonly number[] | null;
  readonly folds: readonly RowFold[];
  /** Rows that name the path of what follows them. */
  readonly titles: readonly number[];
}

/** How far the lines of a mode are known. */
export interface Measured {
  readonly mode: TextMode;
  readonly revision: number;
  /** Rows. */
  readonly total: number;
  /** From 0 to 1. */
  readonly progress: number;
  readonly isWhole: boolean;
  /** Why it is not laid out. */
  readonly note: string | null;
}

/** How far a search is. */
export interface Found {
  readonly searchId: number;
  readonly count: number;
  /** There may be more: it was not looked further. */
  readonly isCut: boolean;
  readonly isDone: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it is no expression, or that it took too long. */
  readonly problem: string | null;
}

/** A match: UTF-16 units of a row. */
export interface Mark {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** What a JSONPath query chose. */
export interface Filtered {
  readonly filterId: number;
  /** Null where no query is set. */
  readonly count: number | null;
  /** There are more than are shown. */
  readonly isCut: boolean;
  readonly problem: { readonly message: string; readonly offset: number } | null;
}

/** What can be done with the value of a row. */
export type NodeAction = 'copyValue' | 'copyJson' | 'copyPath' | 'copyReference' | 'makeVariable' | 'makeAssertion';
