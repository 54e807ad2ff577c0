/**
 * Row positions in px: rows have a common height, some are taller (unfolded events, wrapped lines). Lookups are O(log
 * n), changes O(taller rows), independent of the number of rows.
 */
export class RowLayout {
  #count = 0;
  #rowHeight: number;
  /** Sorted indices of the taller rows, their extra heights, and the prefix sums of those. */
  readonly #indices: number[] = [];
  readonly #extras: number[] = [];
  #sums: number[] | null = null;

  constructor(rowHeight: number) {
    this.#rowHeight = rowHeight;
  }

  get count(): number {
    return this.#count;
  }

  set count(count: number) {
    this.#count = count;
  }

  get rowHeight(): number {
    return this.#rowHeight;
  }

  set rowHeight(height: number) {
    if (height !== this.#rowHeight) this.clear();
    this.#rowHeight = height;
  }

  get total(): number {
    return this.top(this.#count);
  }

  /** The top of a row; for `count`, the bottom of the last. */
  top(index: number): number {
    const before = lowerBound(this.#indices, index);
    return index * this.#rowHeight + (before === 0 ? 0 : (this.#prefixSums()[before - 1] ?? 0));
  }

  /** The row at a position, clamped to the first and last. */
  indexAt(px: number): number {
    let low = 0;
    let high = Math.max(0, this.#count - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= px) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Sets the measured height of a row. Returns the change. */
  setHeight(index: number, height: number): number {
    const extra = Math.abs(height - this.#rowHeight) < 0.5 ? 0 : height - this.#rowHeight;
    const at = lowerBound(this.#indices, index);
    const known = this.#indices[at] === index;
    const old = known ? (this.#extras[at] ?? 0) : 0;
    if (Math.abs(extra - old) < 0.5) return 0;
    if (extra === 0) {
      this.#indices.splice(at, 1);
      this.#extras.splice(at, 1);
    } else if (known) this.#extras[at] = extra;
    else {
      this.#indices.splice(at, 0, index);
      this.#extras.splice(at, 0, extra);
    }
    this.#sums = null;
    return extra - old;
  }

  /** Resets all rows to the common height. */
  clear(): void {
    this.#indices.length = 0;
    this.#extras.length = 0;
    this.#sums = null;
  }

  #prefixSums(): readonly number[] {
    if (this.#sums === null) {
      let sum = 0;
      this.#sums = this.#extras.map((extra) => (sum += extra));
    }
    return this.#sums;
  }
}

/** The number of values below `value` in a sorted list. */
function lowerBound(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
