/** Characters that the texts of one stream may take together. */
export class TextRoom {
  #left: number;
  /** Whether more was to be kept than there is room for. */
  cut = false;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** As much of a piece as there is room for. */
  take(piece: string): string {
    const kept = piece.length <= this.#left ? piece : piece.slice(0, this.#left);
    this.#left -= kept.length;
    this.cut ||= kept.length < piece.length;
    return kept;
  }

  give(characters: number): void {
    this.#left += characters;
  }
}

/** Pieces of a text are joined when there are so many: one alone costs more memory than its letters. */
const mostPieces = 1024;

/** A text that grows by small pieces, with constant work for each. */
export class Joined {
  readonly #room: TextRoom;
  readonly #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  constructor(room: TextRoom) {
    this.#room = room;
  }

  /** UTF-16 units so far. */
  get length(): number {
    return this.#length;
  }

  push(piece: string): void {
    const kept = this.#room.take(piece);
    if (kept === '') return;
    this.#length += kept.length;
    this.#pieces.push(kept);
    if (this.#pieces.length < mostPieces) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  clear(): void {
    this.#room.give(this.#length);
    this.#length = 0;
    this.#blocks.length = 0;
    this.#pieces = [];
  }

  /** What comes after so many UTF-16 units: work in proportion to that. */
  from(start: number): string {
    const parts: string[] = [];
    let at = this.#length;
    for (let i = this.#blocks.length + this.#pieces.length - 1; i >= 0 && at > start; i--) {
      const part = (i < this.#blocks.length ? this.#blocks[i] : this.#pieces[i - this.#blocks.length]) ?? '';
      parts.push(part);
      at -= part.length;
    }
    return parts
      .toReversed()
      .join('')
      .slice(Math.max(0, start - at));
  }

  text(): string {
    return this.#blocks.join('') + this.#pieces.join('');
  }
}
