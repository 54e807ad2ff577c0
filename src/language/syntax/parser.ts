import { LineIndex } from '../../base/text.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { readBlocks } from './blockReader.ts';
import type { Lookahead } from './scriptLines.ts';
import type { Block, DocumentTree } from './nodes.ts';

export interface ParseOptions {
  /** For `collection.req` and `folder.req`: only a preamble, with header lines. */
  readonly shared?: boolean;
}

/** What reading a text again must know of how it was read before. */
export interface Reading {
  readonly shared: boolean;
  /** What the parser said: a tree's list may have grown since. */
  readonly diagnostics: readonly Diagnostic[];
  /** Scripts that are not closed, in the text's order. */
  readonly lookaheads: readonly Lookahead[];
  /** The same for every version of one text: what is known of a version helps to know the next. */
  readonly lineage: object;
}

const readings = new WeakMap<readonly Block[], Reading>();

/** How a tree's blocks were read; undefined for blocks that no parser made. */
export const readingOf = (blocks: readonly Block[]): Reading | undefined => readings.get(blocks);

/** A tree that can be read again by what has changed in it. */
export function treeOf(text: string, lines: LineIndex, blocks: readonly Block[], reading: Reading): DocumentTree {
  readings.set(blocks, reading);
  return { text, lines, blocks, diagnostics: reading.diagnostics };
}

/** Where a text's first block begins: a byte order mark is skipped. */
export const firstStart = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0);

/** Reads a whole file. Never fails and never stops at an error: each block stands on its own. */
export function parse(text: string, options: ParseOptions = {}): DocumentTree {
  const shared = options.shared === true;
  const blocks: Block[] = [];
  const diagnostics: Diagnostic[] = [];
  const lookaheads: Lookahead[] = [];
  const starts = readBlocks(text, firstStart(text), shared, {
    say: (d) => void diagnostics.push(d),
    lookahead: (l) => void lookaheads.push(l),
    block: (b) => blocks.push(b) > 0,
  });
  return treeOf(text, new LineIndex(starts), blocks, { shared, diagnostics, lookaheads, lineage: {} });
}
