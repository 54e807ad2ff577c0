/** Pieces smaller than this are put together in blocks of this size. */
const blockSize = 64 * 1024;

/** Bytes as they come, kept so that a million small pieces cost no more than one large. */
export class Bytes {
  readonly #limit: number;
  #blocks: Uint8Array[] = [];
  /** A block that is not full, and how much of it is used. */
  #open: Uint8Array | undefined;
  #used = 0;
  #size = 0;
  #cut = false;

  /** @param limit how many are kept; of more only the first */
  constructor(limit = Infinity) {
    this.#limit = limit;
  }

  /** How many are kept. */
  get size(): number {
    return this.#size;
  }

  /** Whether more came than are kept. */
  get cut(): boolean {
    return this.#cut;
  }

  /** Adds bytes. They must not change afterwards. */
  push(bytes: Uint8Array): void {
    const room = this.#limit - this.#size;
    if (bytes.length > room) this.#cut = true;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#size += kept.length;
    if (kept.length < blockSize) return this.#copy(kept);
    this.#close();
    this.#blocks.push(kept);
  }

  /** All of them in the pieces in which they are kept. */
  blocks(): readonly Uint8Array[] {
    this.#close();
    return [...this.#blocks];
  }

  /** All of them in one piece. */
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

  /** The open block with room in it. It begins as small as it can: most of what is kept is small, and there may be much of it. */
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
