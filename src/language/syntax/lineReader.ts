import type { Line } from './lines.ts';

/** Walks a text line by line and keeps where each line begins. LF, CRLF and CR each end a line. */
export class LineReader {
  readonly text: string;
  readonly #starts: number[] = [0];
  #nextLf: number;
  #nextCr: number;
  /** The line read last. */
  line: Line;

  constructor(text: string, start: number) {
    this.text = text;
    this.#nextLf = text.indexOf('\n');
    this.#nextCr = text.indexOf('\r');
    this.line = this.#lineAt(start);
  }

  /** Offsets of the lines passed so far. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  /** Goes to the next line; false at the text's end. */
  advance(): boolean {
    if (this.line.next >= this.text.length) return false;
    this.line = this.#lineAt(this.line.next);
    return true;
  }

  /** The line that `advance` reads next is the one that begins at `at`. */
  rewindTo(at: number): void {
    while (this.#starts.length > 1 && (this.#starts[this.#starts.length - 1] as number) > at) this.#starts.pop();
    this.#nextLf = this.text.indexOf('\n', at);
    this.#nextCr = this.text.indexOf('\r', at);
    this.line = { start: at, end: at, next: at };
  }

  isBlank(): boolean {
    for (let i = this.line.start; i < this.line.end; i++) {
      const c = this.text.charCodeAt(i);
      if (c !== 32 && c !== 9) return false;
    }
    return true;
  }

  #lineAt(at: number): Line {
    const { text } = this;
    if (this.#nextLf >= 0 && this.#nextLf < at) this.#nextLf = text.indexOf('\n', at);
    if (this.#nextCr >= 0 && this.#nextCr < at) this.#nextCr = text.indexOf('\r', at);
    const lf = this.#nextLf;
    const cr = this.#nextCr;
    let end = text.length;
    let next = text.length;
    if (cr >= 0 && (lf < 0 || cr < lf)) {
      end = cr;
      next = lf === cr + 1 ? lf + 1 : cr + 1;
    } else if (lf >= 0) {
      end = lf;
      next = lf + 1;
    }
    if (next > end) this.#starts.push(next);
    return { start: at, end, next };
  }
}
