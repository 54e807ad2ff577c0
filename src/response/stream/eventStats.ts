import type { CountedEvents } from '../../protocol/streamMessages.ts';

/** Maximum types to count separately, and UTF-16 units of a type's name. */
const mostTypes = 1000;
const longestName = 200;
const shownTypes = 50;
/** Maximum intervals, and their initial length in milliseconds; it doubles when all are used. */
const mostSpans = 60;
const firstSpan = 100;
/** A gap is at least this long in milliseconds, and this many times the median of all previous delays. */
const shortestGap = 1000;
const gapFactor = 10;
/** Delays needed before one can be called a gap. */
const enoughTimes = 4;
const mostGaps = 100;

/** Counts the events of a stream by type and by time, with constant memory and constant time per event. */
export class EventStats {
  #types = new Map<string, number>();
  #others = 0;
  #counts: number[] = [];
  #span = firstSpan;
  #start = 0;
  #last: number | undefined;
  /** A histogram of delays, two slots for each power of two. */
  readonly #times = new Uint32Array(64);
  #timesCount = 0;
  readonly #gaps: { readonly index: number; readonly at: number }[] = [];
  #gapCount = 0;

  /**
   * Counts an event.
   * @returns milliseconds since the previous event, and whether that is a gap; undefined for the first
   */
  add(index: number, type: string, at: number): { readonly delta: number; readonly isGap: boolean } | undefined {
    this.#countType(type);
    if (this.#last === undefined) this.#start = at;
    this.#countSpan(at);
    const before = this.#last;
    this.#last = at;
    if (before === undefined) return undefined;
    const delta = Math.max(0, at - before);
    const isGap = delta >= shortestGap && this.#timesCount >= enoughTimes && delta >= gapFactor * this.#median();
    const slot = slotOf(delta);
    this.#times[slot] = (this.#times[slot] ?? 0) + 1;
    this.#timesCount++;
    if (isGap) {
      this.#gapCount++;
      this.#gaps.push({ index, at });
      if (this.#gaps.length > mostGaps) this.#gaps.shift();
    }
    return { delta, isGap };
  }

  /** Masks names again, since they may contain new secrets. */
  maskAgain(mask: (name: string) => string): void {
    const masked = new Map<string, number>();
    for (const [name, count] of this.#types) {
      const now = mask(name);
      masked.set(now, (masked.get(now) ?? 0) + count);
    }
    this.#types = masked;
  }

  read(): Omit<CountedEvents, 'comments'> {
    const types = Array.from(this.#types, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
    return {
      types: types.slice(0, shownTypes),
      moreTypes: Math.max(0, types.length - shownTypes) + this.#others,
      counts: [...this.#counts],
      span: this.#span,
      start: this.#start,
      gaps: [...this.#gaps],
      gapCount: this.#gapCount,
    };
  }

  #countType(type: string): void {
    const count = this.#types.get(type);
    if (count !== undefined) this.#types.set(type, count + 1);
    else if (this.#types.size < mostTypes && type.length <= longestName) this.#types.set(type, 1);
    else this.#others = 1;
  }

  #countSpan(at: number): void {
    let slot = Math.floor(Math.max(0, at - this.#start) / this.#span);
    while (slot >= mostSpans) {
      const joined: number[] = [];
      for (let i = 0; i < this.#counts.length; i += 2) joined.push((this.#counts[i] ?? 0) + (this.#counts[i + 1] ?? 0));
      this.#counts = joined;
      this.#span *= 2;
      slot = Math.floor(Math.max(0, at - this.#start) / this.#span);
    }
    while (this.#counts.length <= slot) this.#counts.push(0);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  /** An approximation from the histogram. */
  #median(): number {
    let left = this.#timesCount / 2;
    for (let slot = 0; slot < this.#times.length; slot++) {
      left -= this.#times[slot] ?? 0;
      if (left <= 0) return slot === 0 ? 0 : 2 ** ((slot - 0.5) / 2);
    }
    return 0;
  }
}

const slotOf = (delta: number): number => (delta < 1 ? 0 : Math.min(63, 1 + Math.floor(2 * Math.log2(delta))));
