import { maskText } from '../../base/masks/mask.ts';
import { lineFeed, space } from '../ascii.ts';
import type { HiddenParts } from './hiddenParts.ts';

const mask = new TextEncoder().encode(maskText);
/** Deeper levels are not indented further, as in `formatJson`. */
const deepestIndent = 48;

/** Builds lines from bytes of a text, with secrets masked and long lines cut. */
export class LineWriter {
  readonly #hidden: HiddenParts;
  readonly #longest: number;
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  #lines = 0;
  #lineStart = 0;
  /** UTF-16 units cut from the current line. */
  #left = 0;
  #isCut = false;

  /** @param longest maximum bytes of a line; the number of characters cut is appended */
  constructor(hidden: HiddenParts, longest = Infinity) {
    this.#hidden = hidden;
    this.#longest = longest;
  }

  /** The masked ranges. */
  get hidden(): HiddenParts {
    return this.#hidden;
  }

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  get lines(): number {
    return this.#lines;
  }

  /** All lines so far, each with a line feed. */
  text(): string {
    return this.#bytes.toString('utf8', 0, this.#length);
  }

  clear(): void {
    this.#length = this.#lines = this.#lineStart = 0;
  }

  byte(byte: number): void {
    if (this.#isCut) this.#left++;
    else {
      this.#room(1);
      this.#bytes[this.#length++] = byte;
    }
  }

  indent(depth: number): void {
    const width = 2 * Math.min(depth, deepestIndent);
    this.#room(width);
    // Faster than `fill` for so few bytes.
    for (const end = this.#length + width; this.#length < end; this.#length++) this.#bytes[this.#length] = space;
  }

  /** Writes text that is not from the body. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    this.#plain(bytes, 0, bytes.length);
  }

  copy(start: number, end: number): void {
    const parts = this.#hidden.within(start, end);
    if (parts === null) return this.#plain(this.#hidden.bytes, start, end);
    let at = start;
    for (const part of parts) {
      if (part.end <= at || part.start >= end) continue;
      if (part.start > at) this.#plain(this.#hidden.bytes, at, part.start);
      this.#plain(mask, 0, mask.length);
      at = part.end;
    }
    if (at < end) this.#plain(this.#hidden.bytes, at, end);
  }

  endLine(): void {
    if (this.#isCut) {
      const more = Buffer.from(` … ${this.#left} more characters`);
      this.#room(more.length);
      this.#length += more.copy(this.#bytes, this.#length);
    }
    this.#isCut = false;
    this.#left = 0;
    this.byte(lineFeed);
    this.#lines++;
    this.#lineStart = this.#length;
  }

  #plain(bytes: Uint8Array, start: number, end: number): void {
    let to = end;
    if (this.#isCut) to = start;
    else if (this.#length - this.#lineStart + end - start > this.#longest) {
      this.#isCut = true;
      to = Math.max(start, start + this.#longest - (this.#length - this.#lineStart));
      // Do not cut inside a character.
      while (to > start && ((bytes[to] as number) & 0xc0) === 0x80) to--;
    }
    const length = to - start;
    this.#room(length);
    if (length < 32) for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = bytes[start + i] as number;
    else this.#bytes.set(bytes.subarray(start, to), this.#length);
    this.#length += length;
    if (to < end) this.#left += unitsOf(bytes, to, end);
  }

  #room(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The length of a UTF-8 range in UTF-16 units. */
function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const c = bytes[at] as number;
    if ((c & 0xc0) !== 0x80) units += c >= 0xf0 ? 2 : 1;
  }
  return units;
}
