/** Limit shared by all texts of one stream, in UTF-16 units. */
export class TextRoom {
  #left: number;
  /** Whether a piece did not fit. */
  cut = false;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Returns the part of a piece that fits, and reserves room for it. */
  take(piece: string): string {
    const kept = piece.length <= this.#left ? piece : piece.slice(0, this.#left);
    this.#left -= kept.length;
    this.cut ||= kept.length < piece.length;
    return kept;
  }

  /** Frees room of removed pieces. */
  give(characters: number): void {
    this.#left += characters;
  }
}

/** Number of pieces per joined block, because a small string uses more memory than its characters. */
const mostPieces = 1024;

/** Minimum length, in UTF-16 units, of a piece that becomes a block of its own. */
const largePiece = 16 * 1024;

/** `join` would copy a single large text too. */
const joinedText = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : parts.join(''));

/** A text built from small pieces in constant time per piece. */
export class Joined {
  readonly #room: TextRoom;
  readonly #blocks: string[] = [];
  #pieces: string[] = [];
  #length = 0;

  constructor(room: TextRoom) {
    this.#room = room;
  }

  /** UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  push(piece: string): void {
    const kept = this.#room.take(piece);
    if (kept === '') return;
    this.#length += kept.length;
    if (kept.length >= largePiece) {
      this.#endBlock();
      this.#blocks.push(kept);
      return;
    }
    this.#pieces.push(kept);
    if (this.#pieces.length >= mostPieces) this.#endBlock();
  }

  clear(): void {
    this.#room.give(this.#length);
    this.#length = 0;
    this.#blocks.length = 0;
    this.#pieces = [];
  }

  /** The text from a UTF-16 offset on. Takes time in proportion to the result. */
  from(start: number): string {
    return joinedText(this.piecesFrom(start));
  }

  /** Like `from`, in pieces. */
  piecesFrom(start: number): string[] {
    const parts: string[] = [];
    let at = this.#length;
    for (let i = this.#blocks.length + this.#pieces.length - 1; i >= 0 && at > start; i--) {
      const part = (i < this.#blocks.length ? this.#blocks[i] : this.#pieces[i - this.#blocks.length]) ?? '';
      parts.push(part);
      at -= part.length;
    }
    const last = parts.pop();
    if (last !== undefined) parts.push(last.slice(Math.max(0, start - at)));
    return parts.toReversed();
  }

  text(): string {
    return joinedText([...this.#blocks, ...this.#pieces]);
  }

  #endBlock(): void {
    if (this.#pieces.length > 0) this.#blocks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}
