import { LineIndex } from '../../base/text/text.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { readBlocks } from './blockReader.ts';
import type { Lookahead } from './scriptLines.ts';
import type { Block, DocumentTree } from './nodes.ts';

export interface ParseOptions {
  /** True for `collection.req` and `folder.req`, which have only a preamble with header lines. */
  readonly shared?: boolean;
}

export interface Reading {
  readonly shared: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Unclosed scripts, in the order of the text. */
  readonly lookaheads: readonly Lookahead[];
  /** The same object for all versions of a text: a cache key for results that later versions can reuse. */
  readonly lineage: object;
}

const readings = new WeakMap<readonly Block[], Reading>();

/** The reading of a tree's blocks; undefined for blocks that did not come from the parser. */
export const readingOf = (blocks: readonly Block[]): Reading | undefined => readings.get(blocks);

/** Creates a tree and records its reading for incremental parsing. */
export function treeOf(text: string, lines: LineIndex, blocks: readonly Block[], reading: Reading): DocumentTree {
  readings.set(blocks, reading);
  return { text, lines, blocks, diagnostics: reading.diagnostics };
}

/** The offset of the first block, after a byte order mark. */
export const firstStart = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);

/** Parses a whole file. Never throws. A syntax error does not affect the blocks after it. */
export function parse(text: string, options: ParseOptions = {}): DocumentTree {
  const shared = options.shared === true;
  const blocks: Block[] = [];
  const diagnostics: Diagnostic[] = [];
  const lookaheads: Lookahead[] = [];
  const starts = readBlocks(text, firstStart(text), shared, {
    report: (d) => void diagnostics.push(d),
    lookahead: (l) => void lookaheads.push(l),
    block: (b) => blocks.push(b) > 0,
  });
  return treeOf(text, new LineIndex(starts), blocks, { shared, diagnostics, lookaheads, lineage: {} });
}
