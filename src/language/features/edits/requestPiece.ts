import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { isRequest, type Block, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { endsBlank, startsLine } from '../refactor/insertRequest.ts';

/** The part of a file that belongs to one request and moves with it. */
export interface RequestPiece {
  readonly block: RequestBlock;
  readonly range: Range;
}

/**
 * The part of a request. In a first block without a separator, the definitions above the request belong to the whole file and are not
 * included.
 */
export function pieceOf(tree: DocumentTree, block: RequestBlock): RequestPiece {
  const { range, separator } = block;
  return { block, range: separator === undefined ? { start: startOfRequest(tree, block), end: range.end } : range };
}

/** The end of the definitions at the top of a block without a separator, with the blank lines below them. */
function startOfRequest({ text }: DocumentTree, { range, nodes }: RequestBlock): number {
  let end = range.start;
  for (const node of nodes) {
    if (node.kind === 'definition') end = node.range.end;
    else if (node.kind !== 'comment' && node.kind !== 'blank') break;
  }
  return end === range.start ? end : end + (/^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text.slice(end, range.end))?.[0].length ?? 0);
}

/** Changes inside a piece, with ranges of the file. */
export type PieceEdits = readonly TextEdit[];

/**
 * The text of a piece as a block of another file: with a separator, one line break at the end, and the line breaks of that file.
 * @param inside edits of the piece, sorted and without overlaps
 */
export function pieceText({ text }: DocumentTree, { block, range }: RequestPiece, inside: PieceEdits, eol: string): string {
  let written = '';
  let at = range.start;
  for (const edit of inside.toSorted((a, b) => a.range.start - b.range.start)) {
    written += text.slice(at, edit.range.start) + edit.newText;
    at = edit.range.end;
  }
  written += text.slice(at, range.end);
  written = `${written.slice(0, endOfLines(written, 0, written.length))}\n`;
  return (block.separator === undefined ? `###\n\n${written}` : written).replaceAll(/\r\n|\r|\n/g, eol);
}

/** The edits that remove pieces of one file. Blank lines above a removed end go too. */
export function removePieces(tree: DocumentTree, pieces: readonly RequestPiece[]): readonly TextEdit[] {
  const { text, blocks } = tree;
  const removed = new Set<Block>(pieces.map((p) => p.block));
  const lastKept = blocks.findLast((b) => !removed.has(b));
  const edits = pieces.map(({ block, range }): TextEdit => {
    const atEnd = lastKept === undefined || block.range.start > lastKept.range.start;
    const start = atEnd && range.start > 0 && isFirstOfEnd(blocks, removed, block) ? endOfText(text, range.start) : range.start;
    return { range: { start, end: range.end }, newText: '' };
  });
  // A block without a request would become the first one, whose directives and scripts apply to all requests of the file.
  const [first, second] = [blocks[0], blocks.find((b) => !removed.has(b))];
  if (first === undefined || second === undefined || !removed.has(first) || isRequest(second)) return edits;
  const eol = lineBreakOf(text);
  const keptHead = pieces.some((p) => p.block === first && p.range.start > first.range.start);
  if (keptHead) return edits;
  return edits.map(({ range }) => ({ range, newText: range.start === first.range.start ? `###${eol}${eol}` : '' }));
}

const isFirstOfEnd = (blocks: readonly Block[], removed: ReadonlySet<Block>, block: Block): boolean => {
  const above = blocks[blocks.indexOf(block) - 1];
  return above === undefined || !removed.has(above);
};

/** The end of the last line that is not blank, before its line break: spaces at its end may belong to a body. `start` if there is none. */
export function endOfLines(text: string, start: number, end: number): number {
  for (let last = end; ;) {
    let at = last;
    while (at > start && /[ \t]/.test(text.charAt(at - 1))) at--;
    if (at === start) return start;
    if (!/[\r\n]/.test(text.charAt(at - 1))) return last;
    last = at - 1;
  }
}

/** The offset after the last line before `end` that is not blank, and after its line break; `end` if there is none. */
function endOfText(text: string, end: number): number {
  const at = endOfLines(text, 0, end);
  return at === 0 ? end : at + (/^(?:\r\n|\r|\n)?/.exec(text.slice(at, end))?.[0].length ?? 0);
}

/** Inserts requests before a request, or at the end of the file. The texts have separators and end with a line break each. */
export function insertPieces(tree: DocumentTree, before: RequestBlock | undefined, written: readonly string[]): TextEdit {
  if (before === undefined) return insertAt(tree, tree.text.length, written);
  const { start } = pieceOf(tree, before).range;
  return insertAt(tree, start, written, before.separator === undefined);
}

/** Like `insertPieces`, at the end of a block. */
export function insertAt({ text }: DocumentTree, at: number, written: readonly string[], needsSeparator = false): TextEdit {
  const eol = lineBreakOf(text);
  const above = text.slice(0, at).replace(/^\ufeff/, '');
  const gap = above.trim() === '' || endsBlank(above) ? '' : startsLine(above) ? eol : eol + eol;
  const separator = needsSeparator ? `${eol}###${eol}${eol}` : at === text.length ? '' : eol;
  // A file of blank lines is replaced.
  const start = text.trim() === '' ? at - above.length : at;
  return { range: { start, end: at }, newText: gap + written.join(eol) + separator };
}
