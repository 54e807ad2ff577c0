import { comment } from './httpLines.ts';

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

/** The lines of a message with the body at its mark. */
export function withBody(message: readonly OutLine[], body: readonly OutLine[]): readonly OutLine[] {
  const at = message.findIndex(({ text }) => text === '\u0000body');
  return at < 0 ? message : [...message.slice(0, at), ...body, ...message.slice(at + 1)];
}

/** The lines from an index on, as comments. */
export const asComments = (lines: readonly string[], from: number): readonly OutLine[] =>
  lines.slice(from).map((l, i) => ({ text: l === '' || comment.test(l) ? l.trimStart() : `# ${l}`, at: from + i }));
