/** A growing array of 32-bit integers, with half the memory and time of an array of numbers. */
export class GrowingInts {
  values = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  /** In sorted values, the number of values <= `value`. */
  countUpTo(value: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
