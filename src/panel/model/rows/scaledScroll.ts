/**
 * Scrolls content that is taller than an element can be. Browsers limit elements to about 33 million device pixels; 2
 * million lines are taller. The element is then shorter than the content: long moves of the scrollbar are scaled, short
 * ones (wheel, keys) are pixel for pixel, and when scrolling ends, `rest` corrects the bar.
 */
export const tallestElement = 8_000_000;
/** Px at each end where bar and content move 1:1; otherwise the last steps to an end would get shorter and shorter. */
const unscaledEnd = 20_000;

/** Heights in px: all rows, and the viewport. */
export interface Extent {
  readonly content: number;
  readonly view: number;
}

/** `top`: px of content above the viewport. `bar`: the element's scrollTop. Equal if nothing is scaled. */
export interface ScrollPlace {
  readonly top: number;
  readonly bar: number;
}

export function elementHeight(extent: Extent): number {
  return Math.min(extent.content, tallestElement);
}

export function lastTop(extent: Extent): number {
  return Math.max(0, extent.content - extent.view);
}

/** The place with `top` px of content above the viewport, clamped. */
export function placeAt(top: number, extent: Extent): ScrollPlace {
  const within = Math.max(0, Math.min(top, lastTop(extent)));
  return { top: within, bar: isScaled(extent) ? convert(within, lastTop(extent), lastBar(extent)) : within };
}

/**
 * The place after the browser moved the bar.
 * @param dragged by the scrollbar itself, so every move is scaled
 */
export function scrolledTo(bar: number, from: ScrollPlace, extent: Extent, dragged: boolean): ScrollPlace {
  if (!isScaled(extent)) return { top: bar, bar };
  const move = bar - from.bar;
  if (dragged || Math.abs(move) > extent.view) return { top: convert(bar, lastBar(extent), lastTop(extent)), bar };
  const top = Math.max(0, Math.min(from.top + move, lastTop(extent)));
  // At its ends the bar cannot move further. Correct it at once, so that content beyond stays reachable.
  const stuck = bar <= 0 || bar >= lastBar(extent) - 1;
  return stuck ? placeAt(top, extent) : { top, bar };
}

/** The place when scrolling ends: the same content, the bar corrected. */
export function rest(place: ScrollPlace, extent: Extent): ScrollPlace {
  return placeAt(place.top, extent);
}

/** Converts a position between scales that end at `fromEnd` and `toEnd`. */
function convert(place: number, fromEnd: number, toEnd: number): number {
  if (place <= unscaledEnd) return place;
  if (place >= fromEnd - unscaledEnd) return toEnd - (fromEnd - place);
  return unscaledEnd + ((place - unscaledEnd) / (fromEnd - 2 * unscaledEnd)) * (toEnd - 2 * unscaledEnd);
}

function isScaled(extent: Extent): boolean {
  return extent.content > tallestElement;
}

function lastBar(extent: Extent): number {
  return Math.max(1, elementHeight(extent) - extent.view);
}
