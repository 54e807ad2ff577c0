import { ReqError, type Place } from '../../../base/reqError.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { isRequest, type Block, type DocumentTree } from '../../syntax/nodes.ts';

/**
 * All syntax errors of a file as one error: the first with its position, the others with their lines. With a block, only
 * errors that affect its request: its own, and those of a first block that applies to every request.
 */
export function syntaxErrorOf(tree: DocumentTree, file: string, block?: Block): ReqError | undefined {
  const errors = tree.diagnostics.filter((d) => d.severity === 'error');
  const [error, ...others] = block === undefined ? errors : errors.filter(countsFor(tree, [block]));
  if (error === undefined) return undefined;
  const more = others.map((d) => `\nline ${placeOf(file, tree, d).line}: ${d.message}`);
  return new ReqError('parse', error.message + more.join(''), { at: placeOf(file, tree, error) });
}

/** Syntax warnings (lines without effect, for example) of some blocks and of a first block that applies to every request. */
export function syntaxWarningsOf(tree: DocumentTree, blocks: readonly Block[]): readonly Diagnostic[] {
  return tree.diagnostics.filter((d) => d.severity === 'warning').filter(countsFor(tree, blocks));
}

/** Tests whether a diagnostic is in one of the blocks, or in a first block that applies to every request. */
function countsFor(tree: DocumentTree, blocks: readonly Block[]): (d: Diagnostic) => boolean {
  const [first] = tree.blocks;
  const counting = first === undefined || isRequest(first) ? blocks : [first, ...blocks];
  return (d) => counting.some((block) => stands(d, block, tree));
}

/** Whether a diagnostic is in a block. The end of the file belongs to the last block. */
function stands({ range }: Diagnostic, block: Block, tree: DocumentTree): boolean {
  const { start, end } = block.range;
  return start <= range.start && (range.start < end || end === tree.text.length);
}

function placeOf(file: string, tree: DocumentTree, d: Diagnostic): Place {
  const { line, column } = tree.lines.positionAt(d.range.start);
  return { file, line: line + 1, column: column + 1 };
}
