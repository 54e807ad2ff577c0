import type { SearchQuery } from '../base/text/searchQuery.ts';
import type { Filtered, Found, Mark, Measured, NodeAction, RowsPage, TextMode } from './bodyRows.ts';

interface OfRun {
  readonly runId: string;
}

export type BodyToPanel =
  /** Reply to `wantLines` for a text mode, and to `fold`. */
  | (OfRun & { readonly type: 'rows'; readonly mode: TextMode } & RowsPage)
  | (OfRun & { readonly type: 'measured' } & Measured)
  | (OfRun & { readonly type: 'found' } & Found)
  /** Reply to `wantMarks`. */
  | (OfRun & {
      readonly type: 'marks';
      readonly searchId: number;
      readonly start: number;
      readonly count: number;
      readonly marks: readonly Mark[];
    })
  /** Reply to `wantMatch`: the match to reveal. */
  | (OfRun & { readonly type: 'match'; readonly searchId: number; readonly nth: number; readonly mark: Mark; readonly revision: number })
  /** Reply to `goToPath`. */
  | (OfRun & { readonly type: 'wentTo'; readonly row: number; readonly revision: number })
  | (OfRun & { readonly type: 'filtered'; readonly revision: number } & Filtered);

export type BodyFromPanel =
  /** The reply has up to `count` rows from `start` on, after folding. */
  | (OfRun & { readonly type: 'fold'; readonly row: number; readonly folded: boolean; readonly start: number; readonly count: number })
  /** Folds all levels from this one on, counted from 1; null unfolds all. */
  | (OfRun & { readonly type: 'foldLevel'; readonly level: number | null })
  /** An empty text ends the search. */
  | (OfRun & { readonly type: 'find'; readonly searchId: number; readonly mode: TextMode } & SearchQuery)
  | (OfRun & {
      readonly type: 'wantMarks';
      readonly searchId: number;
      readonly mode: TextMode;
      readonly start: number;
      readonly count: number;
    })
  /** The match with number `nth`, or the first one at or after a row. */
  | (OfRun & { readonly type: 'wantMatch'; readonly searchId: number; readonly nth: number | null; readonly row: number })
  /** A JSONPath query; an empty one removes the filter. */
  | (OfRun & { readonly type: 'filter'; readonly filterId: number; readonly path: string })
  /** Shows the whole formatted text, at the first value that a JSONPath query selects. */
  | (OfRun & { readonly type: 'goToPath'; readonly path: string })
  | (OfRun & { readonly type: 'nodeAction'; readonly row: number; readonly action: NodeAction });
