/** A line of a converted file, and the index of the line that it was made from. A script is one entry with line breaks. */
export interface OutLine {
  readonly text: string;
  readonly at: number;
}

/** Collects converted lines with their origin. */
export class OutLines {
  readonly #lines: OutLine[] = [];
  readonly #at: () => number;

  /** @param at the index of the line that is being read */
  constructor(at: () => number) {
    this.#at = at;
  }

  /** Returns the number of entries, as `Array.push` does. */
  push(...texts: readonly string[]): number {
    for (const text of texts) this.pushAt(text, this.#at());
    return this.#lines.length;
  }

  pushAt(text: string, at: number): void {
    this.#lines.push({ text, at });
  }

  /** Adds text at the end of the first line. */
  extendFirst(text: string): void {
    const [first] = this.#lines;
    if (first !== undefined) this.#lines[0] = { ...first, text: first.text + text };
  }

  get last(): string | undefined {
    return this.#lines.at(-1)?.text;
  }

  list(): readonly OutLine[] {
    return this.#lines;
  }
}
