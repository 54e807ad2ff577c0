/**
 * Scrolling content that is taller than an element can be. Browsers cut elements near 33 million device pixels, 2 million lines
 * are taller. The element is then shorter than the content: far moves of the scrollbar are scaled, near ones (wheel, keys) are
 * pixel for pixel, and once the scrolling rests the bar is put where it belongs (`rest`).
 */
export const tallestElement = 8_000_000;
/** Px at each end where bar and content move alike, or the last steps to an end would grow ever shorter. */
const unscaledEnd = 20_000;

/** Px. `content` is the height of all rows, `view` that of the window on them. */
export interface Extent {
  readonly content: number;
  readonly view: number;
}

/** `top`: px of content above the view. `bar`: the element's scrollTop. The same where nothing is scaled. */
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

/** The place with `top` px of content above the view, as far as there is content. */
export function placeAt(top: number, extent: Extent): ScrollPlace {
  const within = Math.max(0, Math.min(top, lastTop(extent)));
  return { top: within, bar: isScaled(extent) ? convert(within, lastTop(extent), lastBar(extent)) : within };
}

/** The place after the browser moved the bar. `dragged`: by the scrollbar itself, so every move is a far one. */
export function scrolledTo(bar: number, from: ScrollPlace, extent: Extent, dragged: boolean): ScrollPlace {
  if (!isScaled(extent)) return { top: bar, bar };
  const move = bar - from.bar;
  if (dragged || Math.abs(move) > extent.view) return { top: convert(bar, lastBar(extent), lastTop(extent)), bar };
  const top = Math.max(0, Math.min(from.top + move, lastTop(extent)));
  // At its ends the bar cannot move on: put it back at once, or the content beyond is out of reach.
  const stuck = bar <= 0 || bar >= lastBar(extent) - 1;
  return stuck ? placeAt(top, extent) : { top, bar };
}

/** The place once the scrolling rests: the same content, the bar where it belongs. */
export function rest(place: ScrollPlace, extent: Extent): ScrollPlace {
  return placeAt(place.top, extent);
}

/** A place on a scale that ends at `fromEnd` as one on a scale that ends at `toEnd`. */
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
