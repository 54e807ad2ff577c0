/** Integers of 32 bits, as many as come: an array of numbers would take twice the memory and time. */
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

  /** Of ascending values, how many are at most `value`. */
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
