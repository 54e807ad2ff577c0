/** Size of a piece in UTF-16 units. */
const pieceSize = 64 * 1024;

/**
 * Replaces held data in the parser's text. Random, so that no server can send it, and Latin-1: any other character would double the memory
 * of the text around it.
 */
export const heldMark: string = crypto.randomUUID();

/** A part of the data of a large event, collected in pieces: joining it would take long and twice its memory. */
export class HeldData {
  #pieces: string[] = [];
  #waiting: string[] = [];
  #waitingSize = 0;

  push(text: string): void {
    this.#waiting.push(text);
    this.#waitingSize += text.length;
    if (this.#waitingSize >= pieceSize) this.#join();
  }

  pieces(): readonly string[] {
    this.#join();
    return this.#pieces;
  }

  /** Copies the lines, because many of them are slices of a chunk of the stream and keep it in memory. */
  #join(): void {
    if (this.#waitingSize > 0) this.#pieces.push(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingSize = 0;
  }
}

/** The pieces of an event's data, of which the parser reported the part between the held ones. */
export function withHeld(reported: string, held: readonly HeldData[]): readonly string[] {
  const all: string[] = [];
  for (const [i, part] of reported.split(heldMark).entries()) {
    all.push(part);
    for (const piece of held[i]?.pieces() ?? []) all.push(piece);
  }
  return all.filter((piece) => piece !== '');
}

/** The text of pieces. The engine copies them only when a character is read. */
export function textOfPieces(pieces: readonly string[]): string {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}
