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
  readonly layout = new RowLayout(guessedRowHeight);
  place: ScrollPlace = { top: 0, bar: 0 };
}
