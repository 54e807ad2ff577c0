import { ReqError, type Place } from '../../base/reqError.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isRequest, type Block, type DocumentTree } from '../syntax/nodes.ts';

/**
 * The syntax errors of a file as one, the first with its place, the others with their lines. With a block only those that
 * keep its request from being sent as it was meant: its own, and those of a first block that stands around every request.
 */
export function syntaxErrorOf(tree: DocumentTree, file: string, block?: Block): ReqError | undefined {
  const [first] = tree.blocks;
  const around = first !== undefined && !isRequest(first) ? first : undefined;
  const [error, ...others] = tree.diagnostics.filter(
    (d) => d.severity === 'error' && (block === undefined || stands(d, block, tree) || (around !== undefined && stands(d, around, tree))),
  );
  if (error === undefined) return undefined;
  const more = others.map((d) => `\nline ${placeOf(file, tree, d).line}: ${d.message}`);
  return new ReqError('parse', error.message + more.join(''), { at: placeOf(file, tree, error) });
}

/** Whether a diagnostic is one of a block. What stands at the end of the file belongs to its last block. */
function stands({ range }: Diagnostic, block: Block, tree: DocumentTree): boolean {
  const { start, end } = block.range;
  return start <= range.start && (range.start < end || end === tree.text.length);
}

function placeOf(file: string, tree: DocumentTree, d: Diagnostic): Place {
  const { line, column } = tree.lines.positionAt(d.range.start);
  return { file, line: line + 1, column: column + 1 };
}
