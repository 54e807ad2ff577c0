import { scalarsOf, Shape } from './eventShape.ts';

/** Characters of a text up to which shapes are made, and patterns tested: one with millions of escapes would exhaust the stack. */
export const largestText = 10_000;
const mostShapes = 8;
/** Texts without a shape that are compared with others; after them, one of `rarely`. */
const comparedMisses = 256;
const rarely = 64;

/**
 * Learns the shapes of a stream's events. To read an event takes several times as long as to receive it, and events of one stream are
 * mostly the same text with another word. Bounded in memory and time, whatever the events are.
 */
export class EventShapes {
  /** The one that matched last is the first. */
  #shapes: readonly Shape[] = [];
  #last: string | undefined;
  #misses = 0;

  /** Undefined if no shape of the text is known. */
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
