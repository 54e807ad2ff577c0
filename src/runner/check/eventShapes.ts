import { scalarsOf, Shape } from './eventShape.ts';

/** Maximum characters of a text that gets a shape or is tested by a pattern: millions of escapes would exhaust the stack. */
export const largestText = 10_000;
const mostShapes = 8;
/** Number of texts without a shape that are compared with others; after them, one of `rarely`. */
const comparedMisses = 256;
const rarely = 64;

/**
 * Finds the shapes of a stream's events. Parsing an event takes several times as long as receiving it, and events of one stream are mostly
 * equal except for a word. Memory and time are bounded for any events.
 */
export class EventShapes {
  /** The one that matched last is first. */
  #shapes: readonly Shape[] = [];
  #last: string | undefined;
  #misses = 0;

  /** Undefined if the text has no known shape. */
  of(text: string): Shape | undefined {
    if (text.length > largestText) return undefined;
    for (const shape of this.#shapes) {
      if (!shape.matches(text)) continue;
      if (shape !== this.#shapes[0]) this.#shapes = [shape, ...this.#shapes.filter((other) => other !== shape)];
      return shape;
    }
    if (++this.#misses <= comparedMisses || this.#misses % rarely === 0) this.#learn(text);
    return undefined;
  }

  #learn(text: string): void {
    const before = this.#last;
    this.#last = text;
    for (const shape of this.#shapes) {
      const wider = shape.widened(text);
      if (wider === undefined) continue;
      this.#shapes = this.#shapes.map((one) => (one === shape ? wider : one));
      return;
    }
    const scalars = before === undefined ? undefined : scalarsOf(before);
    if (before === undefined || scalars === undefined) return;
    const made = new Shape(before, scalars, new Set()).widened(text);
    if (made !== undefined) this.#shapes = [made, ...this.#shapes].slice(0, mostShapes);
  }
}
