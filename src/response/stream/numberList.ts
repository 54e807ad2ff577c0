/** A growing list of 32-bit unsigned integers. */
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

  /** 0 if there is no such index. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? 0) : 0;
  }
}
