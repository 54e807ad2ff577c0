import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, skipSpace, space, tokenEnd } from '../ascii.ts';
import { markLines, type JsonIndex, type LinePlace } from './jsonIndex.ts';
import { LineBlocks } from '../lines/lineBlocks.ts';
import type { LineWriter } from '../lines/lineWriter.ts';
import type { TextLines } from '../lines/textLines.ts';

/** Where to stop, and which levels to indent. */
interface Part {
  /** The offset after the last token. */
  readonly end: number;
  /** The line after the last line. */
  readonly last: number;
  /** Bytes in the writer above which no further line is started. */
  readonly most: number;
  /** Levels that are not indented. */
  readonly base: number;
}

/**
 * Formats a part of valid JSON with two spaces a level; only white space between tokens changes. Without a writer it
 * only computes positions. Returns the position where it stopped.
 */
export function layOut(bytes: Uint8Array, from: LinePlace, { end, last, most, base }: Part, out: LineWriter | null): LinePlace {
  let { line, depth, offset: at } = from;
  if (line >= last) return from;
  out?.indent(depth - base);
  const begins = (): boolean => {
    out?.endLine();
    line++;
    if (line >= last || (out !== null && out.length >= most)) return false;
    out?.indent(depth - base);
    return true;
  };
  for (;;) {
    const c = bytes[at] as number;
    if (c === openBrace || c === openBracket) {
      const inside = skipSpace(bytes, at + 1);
      const close = bytes[inside] as number;
      out?.byte(c);
      if (close === closeBrace || close === closeBracket) {
        out?.byte(close);
        at = inside + 1;
      } else {
        depth++;
        at = inside;
        if (!begins()) return { line, depth, offset: at };
        continue;
      }
    } else if (c === closeBrace || c === closeBracket) {
      out?.byte(c);
      at++;
    } else {
      const stop = tokenEnd(bytes, at);
      out?.copy(at, stop);
      at = stop;
    }
    if (at < end) at = skipSpace(bytes, at);
    if (at >= end) {
      out?.endLine();
      return { line: line + 1, depth, offset: at };
    }
    const after = bytes[at] as number;
    if (after === colon) {
      out?.byte(colon);
      out?.byte(space);
      at = skipSpace(bytes, at + 1);
    } else if (after === comma) {
      out?.byte(comma);
      at = skipSpace(bytes, at + 1);
      if (!begins()) return { line, depth, offset: at };
    } else {
      depth--;
      if (!begins()) return { line, depth, offset: at };
    }
  }
}

/** Where a line starts. The line must have been scanned. */
export function placeOfLine(index: JsonIndex, line: number): LinePlace {
  const mark = index.markBefore(line);
  return layOut(index.bytes, mark, { end: index.bytes.length, last: line, most: Infinity, base: 0 }, null);
}

export class JsonLines implements TextLines {
  readonly index: JsonIndex;
  readonly blocks: LineBlocks;
  /** Where the last write stopped, so that the next one can continue there. */
  #place: LinePlace | undefined;

  constructor(index: JsonIndex) {
    this.index = index;
    this.blocks = new LineBlocks(index.bytes, index.markOffsets, markLines, this);
  }

  get count(): number {
    return this.index.lines;
  }

  get isWhole(): boolean {
    return this.index.state === 'whole';
  }

  get progress(): number {
    return this.index.scanned / this.index.bytes.length;
  }

  scan(most: number): void {
    this.index.scan(most);
  }

  write(out: LineWriter, first: number, count: number, most: number): number {
    const last = Math.min(this.count, first + count);
    if (first >= last) return first;
    const from = this.#place?.line === first ? this.#place : placeOfLine(this.index, first);
    this.#place = layOut(this.index.bytes, from, { end: this.index.bytes.length, last, most, base: 0 }, out);
    return this.#place.line;
  }
}
