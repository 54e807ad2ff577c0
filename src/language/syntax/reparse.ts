import type { Diagnostic } from '../diagnostic.ts';
import { readBlocks } from './blockReader.ts';
import type { Lookahead } from './scriptLines.ts';
import { moved, movedRange, startOf } from './movedBlock.ts';
import type { Block, DocumentTree } from './nodes.ts';
import { firstStart, parse, readingOf, treeOf, type ParseOptions, type Reading } from './parser.ts';

/** The two texts are the same up to `start`; the old one from `oldEnd` on is the new one from `newEnd` on. */
interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/**
 * Reads a text of which an older version is known: the same tree as `parse` gives, for the cost of what has changed. Blocks
 * above the change are the same objects as before, those below it are `moved`.
 */
export function reparse(old: DocumentTree, text: string, options: ParseOptions = {}): DocumentTree {
  const reading = readingOf(old.blocks);
  const shared = options.shared === true;
  if (reading === undefined || reading.shared !== shared) return parse(text, options);
  const change = changeBetween(old.text, text);
  const lines = old.lines.edited(text, change.start, change.oldEnd, change.newEnd);
  const { blocks, ...read } = readAgain(old.blocks, reading, text, change);
  return treeOf(text, lines, blocks, { shared, lineage: reading.lineage, ...read });
}

function readAgain(
  old: readonly Block[],
  { shared, diagnostics, lookaheads }: Reading,
  text: string,
  { start, oldEnd, newEnd }: Change,
): Omit<Reading, 'shared' | 'lineage'> & { readonly blocks: readonly Block[] } {
  const blocks: Block[] = [];
  const said: Diagnostic[] = [];
  const looked: Lookahead[] = [];
  const by = newEnd - oldEnd;

  // Where the next block begins in the new text; undefined behind the last one.
  let at: number | undefined = firstStart(text);
  while (at !== undefined) {
    const below: number | undefined = at >= newEnd ? beginsAt(old, at - by) : undefined;
    if (below !== undefined) {
      keep(below, old.length, by);
      break;
    }
    const above: number | undefined = at <= start ? beginsAt(old, at) : undefined;
    const touched = above === undefined ? undefined : firstTouched(above);
    if (above !== undefined && touched !== undefined && touched > above) {
      keep(above, touched, 0);
      at = startOf(old[touched] as Block);
    }
    at = readFrom(at);
  }
  return { blocks, diagnostics: said, lookaheads: looked };

  /** The first block from an index on that the change may have made another. */
  function firstTouched(from: number): number {
    // Three characters behind its end say that a block ends there.
    let first = Math.max(from, firstBeyond(old, start - 3));
    for (const l of lookaheads) {
      const looking = l.from < start && l.to >= start ? firstBeyond(old, l.from) : first;
      if (looking >= from) first = Math.min(first, looking);
    }
    return first;
  }

  /** Takes old blocks over, with what was said in them. */
  function keep(from: number, to: number, moving: number): void {
    for (let i = from; i < to; i++) blocks.push(moved(old[i] as Block, moving));
    const first = startOf(old[from] as Block);
    const end = to < old.length ? startOf(old[to] as Block) : Number.POSITIVE_INFINITY;
    for (const d of diagnostics)
      if (d.range.start >= first && d.range.start < end) said.push(moving === 0 ? d : movedDiagnostic(d, moving));
    for (const l of lookaheads) if (l.from >= first && l.from < end) looked.push({ from: l.from + moving, to: l.to + moving });
  }

  /** Reads blocks until one begins where an old one begins, and gives that place. */
  function readFrom(from: number): number | undefined {
    const fresh: Block[] = [];
    let end: number | undefined;
    readBlocks(text, from, shared, {
      // A range may be a span, which holds on to the text.
      say: (d) => void said.push(movedDiagnostic(d, 0)),
      lookahead: (l) => void looked.push(l),
      block(block, next) {
        fresh.push(block);
        end = next;
        return next !== undefined && !(next >= newEnd && beginsAt(old, next - by) !== undefined) && !(next <= start && isKept(next));
      },
    });
    for (const block of onTheirOwn(fresh, from, end)) blocks.push(block);
    return end;
  }

  /** Whether an old block begins at an offset above the change, and need not be read again. */
  function isKept(offset: number): boolean {
    const index = beginsAt(old, offset);
    return index !== undefined && firstTouched(index) > index;
  }

  /**
   * Blocks hold on to the text that they were read from. So that each keystroke does not keep one version of a long file in
   * the memory, those of a short piece of it are read from a copy.
   */
  function onTheirOwn(fresh: readonly Block[], from: number, end = text.length): readonly Block[] {
    if ((end - from) * 2 > text.length) return fresh;
    // A slice would keep the whole; joining makes a new text.
    const copy = ` ${text.slice(from, end)}`;
    const own: Block[] = [];
    readBlocks(copy, 1, shared, { say() {}, lookahead() {}, block: (b) => own.push(moved(b, from - 1)) > 0 });
    return own;
  }
}

const movedDiagnostic = (d: Diagnostic, by: number): Diagnostic => ({ ...d, range: movedRange(d.range, by) });

/** The index of the block that begins at an offset. */
function beginsAt(blocks: readonly Block[], offset: number): number | undefined {
  const index = firstBeyond(blocks, offset);
  return startOf(blocks[index] as Block) === offset ? index : undefined;
}

/** The index of the first block that ends behind an offset; the last one where none does. */
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

/** What one version of a text has and the other has not, as one span. Halving: slices are compared as fast as memory is read. */
function changeBetween(before: string, after: string): Change {
  const length = Math.min(before.length, after.length);
  const start = mostOf(length, (from, to) => before.slice(from, to) === after.slice(from, to));
  const end = mostOf(
    length - start,
    (from, to) => before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from),
  );
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}

/** The greatest count up to `most` for which all before it is the same. */
function mostOf(most: number, same: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
