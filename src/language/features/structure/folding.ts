import type { Range } from '../../../base/text/text.ts';
import type { Block, BodyNode, DocumentTree } from '../../syntax/nodes.ts';
import { jsonTokensOf } from './bodyTokens.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import { contentRange } from './contentRange.ts';

/** Lines that fold into the first one. Both numbers count from 0. */
export interface FoldingRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: 'comment' | 'region';
}

const region = /^(?:#|\/\/)[ \t]*#?(end)?region\b/;

/** The folds of one block; line numbers are relative to its first line. */
interface BlockFolds {
  readonly folds: readonly FoldingRange[];
  readonly marks: readonly { readonly line: number; readonly ends: boolean }[];
}

const foldsIn = cachePerBlock(readBlock);

/** Folding ranges: requests, their heads, bodies and nested values, scripts, comments, and `# region` … `# endregion`. */
export function foldingRanges(tree: DocumentTree): readonly FoldingRange[] {
  const found: FoldingRange[] = [];
  const regions: number[] = [];
  const foldsOf = foldsIn(tree);
  for (const [i, block] of tree.blocks.entries()) {
    const { folds, marks } = foldsOf.at(i) ?? nothing;
    if (folds.length + marks.length === 0) continue;
    const first = tree.lines.positionAt(block.range.start).line;
    for (const f of folds) found.push({ ...f, startLine: f.startLine + first, endLine: f.endLine + first });
    for (const { line, ends } of marks) {
      const start = ends ? regions.pop() : undefined;
      if (!ends) regions.push(line + first);
      else if (start !== undefined) found.push({ startLine: start, endLine: line + first, kind: 'region' });
    }
  }
  return found.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

/** The ranges of the outer levels, as many levels as have at most `most` ranges; at least the outermost level. */
export function outermost(ranges: readonly FoldingRange[], most: number): readonly FoldingRange[] {
  if (ranges.length <= most) return ranges;
  const around: FoldingRange[] = [];
  const counts: number[] = [];
  const levels = ranges.map((range) => {
    for (let last = around.at(-1); last !== undefined && last.endLine < range.startLine; last = around.at(-1)) around.pop();
    const level = around.push(range) - 1;
    counts[level] = (counts[level] ?? 0) + 1;
    return level;
  });
  let [deepest, sum] = [0, counts[0] ?? 0];
  while (deepest + 1 < counts.length && sum + (counts[deepest + 1] ?? 0) <= most) sum += counts[++deepest] ?? 0;
  return ranges.filter((_, i) => (levels[i] ?? 0) <= deepest);
}

const nothing: BlockFolds = { folds: [], marks: [] };

function readBlock(tree: DocumentTree, block: Block): BlockFolds {
  const content = contentRange(tree, block);
  if (content === undefined) return nothing;
  const folds: FoldingRange[] = [];
  const marks: { readonly line: number; readonly ends: boolean }[] = [];
  const { lines } = tree;
  const firstLine = lines.positionAt(block.range.start).line;
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  const add = (startLine: number, endLine: number, kind?: FoldingRange['kind']): void => {
    if (endLine > startLine)
      folds.push({ startLine: startLine - firstLine, endLine: endLine - firstLine, ...(kind === undefined ? {} : { kind }) });
  };
  add(lineOf(content.start), lineOf(content.end));
  ofComments(block);
  ofHead(block);
  for (const script of [...block.preScripts, ...block.responseScripts]) {
    if (!script.inline) continue;
    // The closing line stays visible.
    add(lineOf(script.range.start), lineOf(script.source.end) - 1);
    for (const [from, to] of indentsIn(tree, script.source)) add(from, to);
  }
  if (block.body !== undefined) ofBody(block.body);
  return { folds, marks };

  function ofComments({ nodes }: Block): void {
    let first: number | undefined;
    let last = -1;
    const flush = (): void => {
      if (first !== undefined) add(first, last, 'comment');
      first = undefined;
    };
    for (const node of nodes) {
      const mark = node.kind === 'comment' ? region.exec(tree.text.slice(node.range.start, node.range.end)) : undefined;
      if (node.kind !== 'comment' || mark !== null) flush();
      if (node.kind !== 'comment') continue;
      const line = lineOf(node.range.start);
      if (mark === null) {
        first ??= line;
        last = line;
      } else marks.push({ line: line - firstLine, ends: mark?.[1] !== undefined });
    }
    flush();
  }

  /** The request line with its continuation lines and headers. */
  function ofHead({ requestLine, continuations, headers }: Block): void {
    if (requestLine === undefined) return;
    const last = headers.at(-1)?.values.at(-1) ?? continuations.at(-1)?.text;
    if (last !== undefined) add(lineOf(requestLine.range.start), lineOf(last.end));
  }

  function ofBody(body: BodyNode): void {
    const tokens = jsonTokensOf(tree, body);
    if (tokens === undefined) {
      add(lineOf(body.text.start), lineOf(body.text.end));
      for (const [from, to] of indentsIn(tree, body.text)) add(from, to);
      return;
    }
    for (const [open, close] of tokens.partners.entries()) {
      // The line of the closing bracket stays visible.
      if (close !== undefined) add(lineOf(tokens.starts[open] as number), lineOf(tokens.starts[close] as number) - 1);
    }
  }
}

/** First and last line of each group of lines that is indented deeper than the line above it. */
function* indentsIn({ text, lines }: DocumentTree, range: Range): Generator<readonly [first: number, last: number]> {
  const open: { readonly line: number; readonly indent: number }[] = [];
  const last = lines.positionAt(range.end).line;
  let previous = lines.positionAt(range.start).line;
  for (let line = previous; line <= last + 1; line++) {
    const start = Math.max(range.start, line > last ? 0 : lines.startOf(line));
    const indent = line > last ? 0 : indentAt(text, start, range.end);
    if (indent === undefined) continue;
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      yield [top.line, previous];
      open.pop();
    }
    open.push({ line, indent });
    previous = line;
  }
}

/** White-space characters before a line's text; undefined for an empty line. */
function indentAt(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  const c = text.charCodeAt(at);
  return at >= end || c === 10 || c === 13 ? undefined : at - start;
}
