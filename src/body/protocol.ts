// What is asked of a body's text and told of it; all of it can cross to a worker.
import type { NodePath } from '../base/nodePath.ts';
import type { FoldState } from './folds.ts';
import type { SearchQuery } from '../base/searchQuery.ts';
import type { Filtered, Found, Mark, Measured, RowsPage, TextMode } from '../protocol/bodyRows.ts';

/** A body, as much as is needed to show it as text. */
export interface BodyContent {
  readonly bytes: Uint8Array;
  /** By the name of the Encoding standard. */
  readonly charset: string;
  readonly layout: 'json' | 'xml' | 'none';
  /** What is not to be shown. */
  readonly secrets: readonly string[];
}

export type BodyNotice = ({ readonly kind: 'measured' } & Measured) | ({ readonly kind: 'found' } & Found);

/** A value of a JSON body. */
export interface NodeFacts {
  readonly path: NodePath;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** As it came; null where it is too long to be copied. */
  readonly json: string | null;
  /** The same without secrets. */
  readonly shown: string | null;
}

/** A text to be copied. Null where it is too long. */
export interface CopiedText {
  /** As it came. */
  readonly plain: string | null;
  /** Without secrets. */
  readonly shown: string | null;
}

export interface RowsRange {
  readonly mode: TextMode;
  readonly start: number;
  readonly count: number;
}

/** What can be asked, and what is answered. */
export interface BodyCalls {
  rows(range: RowsRange): RowsPage;
  fold(asked: { readonly row: number; readonly folded: boolean }): null;
  /** Counted from 1; null unfolds all. */
  foldLevel(asked: { readonly level: number | null }): null;
  /** Begins to look for something; what it finds is told. */
  find(asked: { readonly searchId: number; readonly query: SearchQuery; readonly mode: TextMode }): null;
  stopFinding(asked: null): null;
  /** Matches in some rows. */
  marks(range: RowsRange): readonly Mark[];
  /** The number of the first match in a row or behind it. */
  matchFrom(asked: { readonly row: number }): number;
  /** Unfolds what hides a match. */
  goToMatch(asked: { readonly nth: number }): Mark | null;
  /** Shows only what a JSONPath query chooses; an empty one shows all. */
  filter(asked: { readonly filterId: number; readonly path: string }): Filtered;
  /** All that a query has chosen: the path of each value and the value, laid out. Null where none is set. */
  chosen(asked: null): CopiedText | null;
  /** The value of a row. Null where it has none. */
  node(asked: { readonly row: number }): NodeFacts | null;
  /** What of the whole text is folded: another home begins with it. Null where nothing can be. */
  folded(asked: null): FoldState | null;
  foldAgain(state: FoldState): null;
}
