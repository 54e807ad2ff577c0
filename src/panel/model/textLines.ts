/** UTF-16 units after which a line that does not end is shown as another one: rows must not be taller than the window by far. */
const longestLine = 2000;

/** A text that grows as lines to be shown: what is added costs work in proportion to it. */
export class TextLines {
  readonly #lines: string[] = [''];
  /** Where each begins. */
  readonly #starts: number[] = [0];

  get count(): number {
    return this.#lines.length;
  }

  get(index: number): string {
    return this.#lines[index] ?? '';
  }

  /** Puts a text in place of all that stands after the first `keep` UTF-16 units. */
  replace(keep: number, text: string): void {
    while (this.#lines.length > 1 && (this.#starts.at(-1) ?? 0) > keep) {
      this.#lines.pop();
      this.#starts.pop();
    }
    const start = this.#starts.at(-1) ?? 0;
    // A line that has ended may have lost its end.
    const grown = (this.#lines.pop() ?? '').slice(0, keep - start) + text;
    this.#starts.pop();
    let at = 0;
    for (const [piece, , end] of pieces(grown)) {
      this.#lines.push(piece);
      this.#starts.push(start + at);
      at = end;
    }
  }
}

/** The lines of a text: each, where it begins, and where the next one does. */
function* pieces(text: string): Generator<readonly [piece: string, start: number, end: number]> {
  let start = 0;
  for (;;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (end - start > longestLine) {
      const cut = cutAt(text, start);
      yield [text.slice(start, cut), start, cut];
      start = cut;
      continue;
    }
    yield [text.slice(start, end), start, end + 1];
    if (feed < 0) return;
    start = end + 1;
  }
}

/** Behind the last blank within the length, not inside of a character. */
function cutAt(text: string, start: number): number {
  const blank = text.lastIndexOf(' ', start + longestLine - 1);
  if (blank > start + longestLine / 2) return blank + 1;
  const cut = start + longestLine;
  const c = text.charCodeAt(cut - 1);
  return c >= 0xd800 && c < 0xdc00 ? cut - 1 : cut;
}
