import type { Line } from './lines.ts';

/** A saved position of a `LineReader`. */
export interface Mark extends Line {
  readonly lf: number;
  readonly cr: number;
  readonly count: number;
}

/**
 * Reads a text line by line and records where each line begins. LF, CRLF and CR each end a line. The reader is itself the
 * current line, which saves an object per line.
 */
export class LineReader implements Line {
  readonly text: string;
  start = 0;
  end = 0;
  next = 0;
  readonly #starts: number[] = [0];
  #nextLf: number;
  #nextCr: number;
  #again = false;

  constructor(text: string, start: number) {
    this.text = text;
    this.#nextLf = text.indexOf('\n', start);
    this.#nextCr = text.indexOf('\r', start);
    this.#read(start);
  }

  /** Offsets at which the lines read so far begin. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  /** Moves to the next line. Returns false at the end of the text. */
  advance(): boolean {
    if (this.#again) {
      this.#again = false;
      return true;
    }
    if (this.next >= this.text.length) return false;
    this.#read(this.next);
    return true;
  }

  mark(): Mark {
    return { start: this.start, end: this.end, next: this.next, lf: this.#nextLf, cr: this.#nextCr, count: this.#starts.length };
  }

  /** Rewinds so that the next `advance` reads the marked line. */
  rewindTo(mark: Mark): void {
    ({ start: this.start, end: this.end, next: this.next, lf: this.#nextLf, cr: this.#nextCr } = mark);
    this.#starts.length = mark.count;
    this.#again = true;
  }

  isBlank(): boolean {
    for (let i = this.start; i < this.end; i++) {
      const c = this.text.charCodeAt(i);
      if (c !== 32 && c !== 9) return false;
    }
    return true;
  }

  #read(at: number): void {
    const { text } = this;
    if (this.#nextLf >= 0 && this.#nextLf < at) this.#nextLf = text.indexOf('\n', at);
    if (this.#nextCr >= 0 && this.#nextCr < at) this.#nextCr = text.indexOf('\r', at);
    const lf = this.#nextLf;
    const cr = this.#nextCr;
    this.start = at;
    if (cr >= 0 && (lf < 0 || cr < lf)) {
      this.end = cr;
      this.next = lf === cr + 1 ? lf + 1 : cr + 1;
    } else if (lf >= 0) {
      this.end = lf;
      this.next = lf + 1;
    } else {
      this.end = this.next = text.length;
      return;
    }
    this.#starts.push(this.next);
  }
}
