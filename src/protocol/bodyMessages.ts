import type { SearchQuery } from '../base/searchQuery.ts';
import type { Filtered, Found, Mark, Measured, NodeAction, RowsPage, TextMode } from './bodyRows.ts';

interface OfRun {
  readonly runId: string;
}

/** From the editor to the page, about the text of a body. */
export type BodyToPanel =
  /** Answer to `wantLines` where the mode is text, and to `fold`. */
  | (OfRun & { readonly type: 'rows'; readonly mode: TextMode } & RowsPage)
  /** How far it is read: it can be looked at meanwhile. */
  | (OfRun & { readonly type: 'measured' } & Measured)
  | (OfRun & { readonly type: 'found' } & Found)
  /** Answer to `wantMarks`. */
  | (OfRun & {
      readonly type: 'marks';
      readonly searchId: number;
      readonly start: number;
      readonly count: number;
      readonly marks: readonly Mark[];
    })
  /** Answer to `wantMatch`: what is to be brought in sight. */
  | (OfRun & { readonly type: 'match'; readonly searchId: number; readonly nth: number; readonly mark: Mark; readonly revision: number })
  | (OfRun & { readonly type: 'filtered'; readonly revision: number } & Filtered);

/** From the page to the editor, about the text of a body. */
export type BodyFromPanel =
  /** Rows from `start` on come back, `count` of them, as they are then. */
  | (OfRun & { readonly type: 'fold'; readonly row: number; readonly folded: boolean; readonly start: number; readonly count: number })
  /** From a level on, counted from 1; null unfolds all. */
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
  /** The match with a number, or the first in a row or behind it. */
  | (OfRun & { readonly type: 'wantMatch'; readonly searchId: number; readonly nth: number | null; readonly row: number })
  /** A JSONPath query; an empty one shows all. */
  | (OfRun & { readonly type: 'filter'; readonly filterId: number; readonly path: string })
  | (OfRun & { readonly type: 'nodeAction'; readonly row: number; readonly action: NodeAction });
