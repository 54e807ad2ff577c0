import { ReqError } from '../base/reqError.ts';
import type { Block, Diagnostic, DocumentTree } from '../language/index.ts';
import type { Sink } from './output.ts';
import { shownPlace } from './place.ts';
import type { Known } from './surroundings.ts';

const placeOf = (file: string, tree: DocumentTree, d: Diagnostic): { file: string; line: number; column: number } => {
  const { line, column } = tree.lines.positionAt(d.range.start);
  return { file, line: line + 1, column: column + 1 };
};

/** The error of a request whose own text cannot be read; the other requests of its file can be sent all the same. */
export function blockProblem({ tree, file }: Known, block: Block): ReqError | undefined {
  const { start, end } = block.range;
  const isLast = end === tree.text.length;
  return problemOf(
    tree,
    file,
    tree.diagnostics.filter((d) => start <= d.range.start && (d.range.start < end || isLast)),
  );
}

/** The error of a file that cannot be read as it was meant: a script that does not end may have swallowed its requests. */
export const firstProblem = (tree: DocumentTree, file: string): ReqError | undefined => problemOf(tree, file, tree.diagnostics);

function problemOf(tree: DocumentTree, file: string, diagnostics: readonly Diagnostic[]): ReqError | undefined {
  const [first, ...others] = diagnostics.filter((d) => d.severity === 'error');
  if (first === undefined) return undefined;
  const more = others.map((d) => `\nline ${placeOf(file, tree, d).line}: ${d.message}`);
  return new ReqError('parse', first.message + more.join(''), { at: placeOf(file, tree, first) });
}

/** Warns of what is wrong in the files around a request: it is sent, yet perhaps not as meant. */
export function warnAround({ collection }: Known, err: Sink): void {
  const warn = (place: string, message: string): void => err.write(`${place}: ${err.style('yellow', 'warning:')} ${message}\n`);
  for (const { file, problem } of collection.environmentFiles)
    if (problem !== undefined) warn(shownPlace({ file, line: problem.line, column: problem.column }), problem.message);
  for (const { file, tree } of collection.shared)
    for (const d of tree.diagnostics) if (d.severity === 'error') warn(shownPlace(placeOf(file, tree, d)), d.message);
}
