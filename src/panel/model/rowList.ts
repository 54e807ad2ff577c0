import { RowLayout } from './rowLayout.ts';
import type { ScrollPlace } from './scaledScroll.ts';

/** Taken until the first row is measured. */
const guessedRowHeight = 20;

/** A row to bring in sight; another object brings it again. */
export interface RowToReveal {
  readonly index: number;
}

/** A virtual list's heights and place. It outlives the list's elements, so that a tab comes back as it was left. */
export class RowList {
  readonly layout: RowLayout;
  place: ScrollPlace = { top: 0, bar: 0 };
  /** The count of rows to whose end one went: their heights are only known once they are drawn there. */
  endOf: number | null = null;
  /** What of it is in sight, in pixels, as it was measured last; 0 before that. */
  view: { readonly width: number; readonly height: number };

  /** @param before one that stood where this will stand: it is drawn by its measures, and not twice where they are right */
  constructor(before?: RowList) {
    this.layout = new RowLayout(before?.layout.rowHeight ?? guessedRowHeight);
    this.view = before?.view ?? { width: 0, height: 0 };
  }
}
