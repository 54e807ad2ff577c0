import { movedRange } from '../../base/text/text.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { readBlocks } from '../syntax/blockReader.ts';
import { startOf, type Block, type DocumentTree } from '../syntax/nodes.ts';
import { firstStart, parse, readingOf, treeOf, type ParseOptions, type Reading } from '../syntax/parser.ts';
import type { Lookahead } from '../syntax/scriptLines.ts';
import { moved } from './movedBlock.ts';

/** The texts are equal before `start`; the old text from `oldEnd` equals the new text from `newEnd`. */
interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/**
 * Parses a new version of a text. Returns the same tree as `parse`, but parses only the blocks that the edit touched. Blocks
 * above keep their objects; blocks below are `moved`.
 */
export function reparse(old: DocumentTree, text: string, options: ParseOptions = {}): DocumentTree {
  const reading = readingOf(old.blocks);
  const shared = options.shared === true;
  if (reading === undefined || reading.shared !== shared) return parse(text, options);
  const change = changeBetween(old.text, text);
  const lines = old.lines.edited(text, change.start, change.oldEnd, change.newEnd);
  const { blocks, diagnostics, lookaheads } = new Rereading(old.blocks, reading, text, change);
  return treeOf(text, lines, blocks, { shared, lineage: reading.lineage, diagnostics, lookaheads });
}

/** Combines the old blocks that the change did not touch with newly parsed ones. */
class Rereading {
  readonly blocks: Block[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly lookaheads: Lookahead[] = [];
  readonly #old: readonly Block[];
  readonly #reading: Reading;
  readonly #text: string;
  readonly #change: Change;
  /** Characters by which the change moves the text below it. */
  readonly #by: number;

  constructor(old: readonly Block[], reading: Reading, text: string, change: Change) {
    this.#old = old;
    this.#reading = reading;
    this.#text = text;
    this.#change = change;
    this.#by = change.newEnd - change.oldEnd;
    this.#run();
  }

  #run(): void {
    const { start, newEnd } = this.#change;
    const old = this.#old;
    // Offset of the next block in the new text; undefined after the last one.
    let at: number | undefined = firstStart(this.#text);
    while (at !== undefined) {
      const below: number | undefined = at >= newEnd ? beginsAt(old, at - this.#by) : undefined;
      if (below !== undefined) {
        this.#keep(below, old.length, this.#by);
        break;
      }
      const above: number | undefined = at <= start ? beginsAt(old, at) : undefined;
      const touched = above === undefined ? undefined : this.#firstTouched(above);
      if (above !== undefined && touched !== undefined && touched > above) {
        this.#keep(above, touched, 0);
        at = startOf(old[touched] as Block);
      }
      at = this.#readFrom(at);
    }
  }

  /** The index of the first block, at or after `from`, that the change may affect. */
  #firstTouched(from: number): number {
    const { start } = this.#change;
    // A block's end depends on the three characters after it.
    let first = Math.max(from, firstBeyond(this.#old, start - 3));
    for (const l of this.#reading.lookaheads) {
      const looking = l.from < start && l.to >= start ? firstBeyond(this.#old, l.from) : first;
      if (looking >= from) first = Math.min(first, looking);
    }
    return first;
  }

  /** Copies old blocks with their diagnostics and unclosed scripts. */
  #keep(from: number, to: number, by: number): void {
    const old = this.#old;
    for (let i = from; i < to; i++) this.blocks.push(moved(old[i] as Block, by));
    const first = startOf(old[from] as Block);
    const end = to < old.length ? startOf(old[to] as Block) : Number.POSITIVE_INFINITY;
    for (const d of this.#reading.diagnostics)
      if (d.range.start >= first && d.range.start < end) this.diagnostics.push(by === 0 ? d : movedDiagnostic(d, by));
    for (const l of this.#reading.lookaheads)
      if (l.from >= first && l.from < end) this.lookaheads.push({ from: l.from + by, to: l.to + by });
  }

  /** Parses blocks until the start of a reusable old block. Returns its offset; undefined at the end of the text. */
  #readFrom(from: number): number | undefined {
    const { start, newEnd } = this.#change;
    const fresh: Block[] = [];
    let end: number | undefined;
    readBlocks(this.#text, from, this.#reading.shared, {
      // Copied, because a range can be a span, which would keep the text in memory.
      report: (d) => void this.diagnostics.push(movedDiagnostic(d, 0)),
      lookahead: (l) => void this.lookaheads.push(l),
      block: (block, next) => {
        fresh.push(block);
        end = next;
        if (next === undefined) return false;
        const isOldBelow = next >= newEnd && beginsAt(this.#old, next - this.#by) !== undefined;
        return !isOldBelow && !(next <= start && this.#isKept(next));
      },
    });
    for (const block of this.#withOwnText(fresh, from, end)) this.blocks.push(block);
    return end;
  }

  /** Whether an old block begins at an offset above the change and is not affected by it. */
  #isKept(offset: number): boolean {
    const index = beginsAt(this.#old, offset);
    return index !== undefined && this.#firstTouched(index) > index;
  }

  /**
   * Blocks keep the text from which they were parsed in memory. Short pieces are therefore parsed from a copy, so that each
   * keystroke does not keep another version of a long file.
   */
  #withOwnText(fresh: readonly Block[], from: number, end = this.#text.length): readonly Block[] {
    if ((end - from) * 2 > this.#text.length) return fresh;
    // In V8 a slice would keep the whole text in memory; concatenation creates a new string.
    const copy = ` ${this.#text.slice(from, end)}`;
    const own: Block[] = [];
    readBlocks(copy, 1, this.#reading.shared, { report() {}, lookahead() {}, block: (b) => own.push(moved(b, from - 1)) > 0 });
    return own;
  }
}

const movedDiagnostic = (d: Diagnostic, by: number): Diagnostic => ({ ...d, range: movedRange(d.range, by) });

/** The index of the block that begins at an offset; undefined if none does. */
function beginsAt(blocks: readonly Block[], offset: number): number | undefined {
  const index = firstBeyond(blocks, offset);
  return startOf(blocks[index] as Block) === offset ? index : undefined;
}

/** The index of the first block that ends after an offset, else of the last block. */
function firstBeyond(blocks: readonly Block[], offset: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    // A block ends where the next begins.
    if (startOf(blocks[middle + 1] as Block) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The difference of two texts as one range. Uses binary search over slices, which are compared at memory speed. */
function changeBetween(before: string, after: string): Change {
  const length = Math.min(before.length, after.length);
  const start = mostOf(length, (from, to) => before.slice(from, to) === after.slice(from, to));
  const end = mostOf(
    length - start,
    (from, to) => before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from),
  );
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}

/** The greatest count up to `most` for which everything before it is equal. */
function mostOf(most: number, same: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
