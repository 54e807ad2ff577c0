import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, skipSpace, space, tokenEnd } from './ascii.ts';
import { markLines, type JsonIndex, type LinePlace } from './jsonIndex.ts';
import { LineBlocks } from './lineBlocks.ts';
import type { LineWriter } from './lineWriter.ts';
import type { TextLines } from './textLines.ts';

/** Where to stop, and how deep the first level is. */
interface Part {
  /** Offset behind the last token. */
  readonly end: number;
  /** Number behind the last line. */
  readonly last: number;
  /** Bytes in the writer after which no further line is begun. */
  readonly most: number;
  /** Levels that are not indented. */
  readonly base: number;
}

/**
 * Lays out a part of a text that is known to be JSON from a place on, with two spaces a level: only white space between tokens
 * changes. Without a writer it only goes there. Returns the place where it stopped.
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

/** Where a line begins. It must be known. */
export function placeOfLine(index: JsonIndex, line: number): LinePlace {
  const mark = index.markBefore(line);
  return layOut(index.bytes, mark, { end: index.bytes.length, last: line, most: Infinity, base: 0 }, null);
}

/** The lines of a JSON text, laid out. */
export class JsonLines implements TextLines {
  readonly index: JsonIndex;
  readonly blocks: LineBlocks;
  /** Where the last writing stopped: the next goes on there. */
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
