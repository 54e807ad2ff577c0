/** Whole numbers below 2³², four bytes each, added at the end. */
export class NumberList {
  #numbers = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(n: number): void {
    if (this.#length === this.#numbers.length) {
      const more = new Uint32Array(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = n;
  }

  /** 0 where there is none. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? 0) : 0;
  }
}
