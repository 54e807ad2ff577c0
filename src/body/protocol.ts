// Calls and notices of the body analysis. All data can be posted to a worker.
import type { NodePath } from '../base/values/nodePath.ts';
import type { FoldState } from './lines/folds.ts';
import type { SearchQuery } from '../base/text/searchQuery.ts';
import type { Filtered, Found, Mark, Measured, RowsPage, TextMode } from '../protocol/bodyRows.ts';

export interface BodyContent {
  readonly bytes: Uint8Array;
  /** A name of the WHATWG Encoding Standard. */
  readonly charset: string;
  readonly layout: 'json' | 'xml' | 'none';
  readonly secrets: readonly string[];
}

export type BodyNotice = ({ readonly kind: 'measured' } & Measured) | ({ readonly kind: 'found' } & Found);

export interface NodeFacts {
  readonly path: NodePath;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** The JSON as received; null if it is too long to copy. */
  readonly json: string | null;
  /** The same with secrets masked. */
  readonly shown: string | null;
}

/** A text to copy; null if it is too long. */
export interface CopiedText {
  readonly plain: string | null;
  /** With secrets masked. */
  readonly shown: string | null;
}

export interface RowsRange {
  readonly mode: TextMode;
  readonly start: number;
  readonly count: number;
}

export interface BodyCalls {
  rows(range: RowsRange): RowsPage;
  fold(asked: { readonly row: number; readonly folded: boolean }): null;
  /** Counted from 1; null unfolds all. */
  foldLevel(asked: { readonly level: number | null }): null;
  /** Starts a search; matches are reported as notices. */
  find(asked: { readonly searchId: number; readonly query: SearchQuery; readonly mode: TextMode }): null;
  stopFinding(asked: null): null;
  marks(range: RowsRange): readonly Mark[];
  /** The number of the first match at or after a row. */
  matchFrom(asked: { readonly row: number }): number;
  /** Unfolds what hides a match. */
  goToMatch(asked: { readonly nth: number }): Mark | null;
  /** The row of the first value that a JSONPath query selects, unfolded; null if there is none. Ends a filter. */
  goToPath(asked: { readonly path: string }): { readonly row: number } | null;
  /** Shows only the results of a JSONPath query; an empty one removes the filter. */
  filter(asked: { readonly filterId: number; readonly path: string }): Filtered;
  /** The results of the query: the path of each value and the formatted value. Null if no query is set. */
  chosen(asked: null): CopiedText | null;
  /** The value of a row; null if it has none. */
  node(asked: { readonly row: number }): NodeFacts | null;
  /** The folds of the whole text, to restore them in another service; null if nothing can be folded. */
  folded(asked: null): FoldState | null;
  foldAgain(state: FoldState): null;
}
