/** Maximum UTF-16 units of a line, so that a row is not much taller than the window. Longer lines are split. */
const longestLine = 2000;

/** A growing text as lines; adding text takes time linear in its length. */
export class TextLines {
  readonly #lines: string[] = [''];
  readonly #starts: number[] = [0];

  get count(): number {
    return this.#lines.length;
  }

  get(index: number): string {
    return this.#lines[index] ?? '';
  }

  /** Replaces everything after the first `keep` UTF-16 units. */
  replace(keep: number, text: string): void {
    while (this.#lines.length > 1 && (this.#starts.at(-1) ?? 0) > keep) {
      this.#lines.pop();
      this.#starts.pop();
    }
    const start = this.#starts.at(-1) ?? 0;
    // A completed line may have become incomplete.
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

/** The lines of a text: each with its offset and that of the next line. */
function* pieces(text: string): Generator<readonly [piece: string, start: number, end: number]> {
  let start = 0;
  for (;;) {
    // Once for each line: a search for each of its parts would take quadratic time.
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    while (end - start > longestLine) {
      const cut = cutAt(text, start);
      yield [text.slice(start, cut), start, cut];
      start = cut;
    }
    yield [text.slice(start, end), start, end + 1];
    if (feed < 0) return;
    start = end + 1;
  }
}

/** The offset after the last blank within the limit; never inside a surrogate pair. */
function cutAt(text: string, start: number): number {
  const half = start + longestLine / 2;
  const blank = text.slice(half, start + longestLine).lastIndexOf(' ');
  if (blank > 0) return half + blank + 1;
  const cut = start + longestLine;
  const c = text.charCodeAt(cut - 1);
  return c >= 0xd800 && c < 0xdc00 ? cut - 1 : cut;
}
