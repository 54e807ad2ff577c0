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

  constructor(room: TextRoom) {
    this.#room = room;
  }

  push(piece: string): void {
    const kept = this.#room.take(piece);
    if (kept === '') return;
    this.#pieces.push(kept);
    if (this.#pieces.length < mostPieces) return;
    this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  clear(): void {
    this.#room.give(this.text().length);
    this.#blocks.length = 0;
    this.#pieces = [];
  }

  text(): string {
    return this.#blocks.join('') + this.#pieces.join('');
  }
}
