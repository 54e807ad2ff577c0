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
  /** The row count while the user is at the end by the End key, null otherwise. */
  #endOf: number | null = null;
  /** The size of the viewport in pixels when last measured; 0 before. */
  view: { readonly width: number; readonly height: number };

  /** @param before the list it replaces; reusing its measures avoids a second render */
  constructor(before?: RowList) {
    this.layout = new RowLayout(before?.layout.rowHeight ?? guessedRowHeight);
    this.view = before?.view ?? { width: 0, height: 0 };
  }

  /** The user pressed End in a list of `count` rows. */
  goToEnd(count: number): void {
    this.#endOf = count;
  }

  /** The user scrolled. */
  leaveEnd(): void {
    this.#endOf = null;
  }

  /**
   * Whether a list that now has `count` rows stays at its end since the user pressed End: the last heights are known only after rendering,
   * and more rows may arrive. Fewer rows are other rows, of a filter for example.
   */
  staysAtEnd(count: number): boolean {
    if (this.#endOf !== null) this.#endOf = count >= this.#endOf ? count : null;
    return this.#endOf !== null;
  }
}
