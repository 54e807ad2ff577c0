import { RowLayout } from './rowLayout.ts';
import type { ScrollPlace } from './scaledScroll.ts';

/** Used until the first row is measured. */
const guessedRowHeight = 20;

/** A row to scroll into view; a new object repeats it. */
export interface RowToReveal {
  readonly index: number;
}

/**
 * The heights and scroll position of a virtual list. It outlives the list's elements, so that a tab is restored as it
 * was.
 */
export class RowList {
  readonly layout: RowLayout;
  place: ScrollPlace = { top: 0, bar: 0 };
  /**
   * The row count when the user moved to the end: the last heights are known only after rendering, so the list stays at
   * the end until then.
   */
  endOf: number | null = null;
  /** The size of the viewport in pixels when last measured; 0 before. */
  view: { readonly width: number; readonly height: number };

  /** @param before the list it replaces; reusing its measures avoids a second render */
  constructor(before?: RowList) {
    this.layout = new RowLayout(before?.layout.rowHeight ?? guessedRowHeight);
    this.view = before?.view ?? { width: 0, height: 0 };
  }
}
