/** Smaller pieces are copied into blocks of this size. */
const blockSize = 64 * 1024;

/** Collects bytes; a million small pieces cost no more memory than one large piece. */
export class Bytes {
  readonly #limit: number;
  #blocks: Uint8Array[] = [];
  /** The current partial block; `#used` counts its bytes. */
  #open: Uint8Array | undefined;
  #used = 0;
  #size = 0;
  #cut = false;

  /** @param limit bytes to keep; anything after them is dropped */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** Kept bytes. */
  get size(): number {
    return this.#size;
  }

  /** Whether bytes were dropped because of the limit. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Appends bytes. Large pieces are not copied, so the caller must not change them afterwards. */
  push(bytes: Uint8Array): void {
    const room = this.#limit - this.#size;
    if (bytes.length > room) this.#cut = true;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#size += kept.length;
    if (kept.length < blockSize) return this.#copy(kept);
    this.#close();
    this.#blocks.push(kept);
  }

  /** The kept blocks, without copying. */
  blocks(): readonly Uint8Array[] {
    this.#close();
    return [...this.#blocks];
  }

  /** All bytes in one array. */
  bytes(): Uint8Array {
    this.#close();
    const [first] = this.#blocks;
    if (first === undefined) return new Uint8Array();
    if (this.#blocks.length === 1) return first;
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const block of this.#blocks) {
      whole.set(block, at);
      at += block.length;
    }
    this.#blocks = [whole];
    return whole;
  }

  #copy(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const open = this.#roomFor(bytes.length - from);
      const part = bytes.subarray(from, from + open.length - this.#used);
      open.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === blockSize) this.#close();
    }
  }

  /** The current block, grown if it is full. Blocks start small because most bodies are, and many of them may be kept. */
  #roomFor(wanted: number): Uint8Array {
    const open = this.#open;
    if (open !== undefined && this.#used < open.length) return open;
    const larger = new Uint8Array(Math.min(blockSize, Math.max(wanted, this.#used * 2)));
    if (open !== undefined) larger.set(open);
    return (this.#open = larger);
  }

  #close(): void {
    const open = this.#open;
    if (open !== undefined) this.#blocks.push(this.#used === open.length ? open : open.slice(0, this.#used));
    this.#open = undefined;
    this.#used = 0;
  }
}
