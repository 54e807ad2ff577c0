import { visibleText } from '../../base/text/visible.ts';
import { syntaxWarningsOf, type Block, type Diagnostic, type DocumentTree } from '../../language/index.ts';
import type { Sink } from '../output/output.ts';
import { shownPlace } from './shownPath.ts';
import type { Known } from './cliSurroundings.ts';

const placeOf = (file: string, tree: DocumentTree, d: Diagnostic): { file: string; line: number; column: number } => {
  const { line, column } = tree.lines.positionAt(d.range.start);
  return { file, line: line + 1, column: column + 1 };
};

/** Warns about the files of requests and the files around them, each once. */
export function warnAroundAll(blocks: ReadonlyMap<Omit<Known, 'data'>, readonly Block[]>, err: Sink): void {
  const once = writingOnce(err);
  for (const [known, chosen] of blocks) warnAround(known, chosen, once);
}

/** A sink that writes each text once, because several files have the same surrounding files. */
export function writingOnce(sink: Sink): Sink {
  const written = new Set<string>();
  return { ...sink, write: (text) => void (written.has(text) || (written.add(text), sink.write(text))) };
}

/** Warns about syntax errors in the requests and the files around them. The requests are sent anyway. */
export function warnAround({ file: own, tree: ownTree, collection }: Omit<Known, 'data'>, blocks: readonly Block[], err: Sink): void {
  const warn = (place: string, message: string): void => err.write(`${place}: ${err.style('yellow', 'warning:')} ${message}\n`);
  for (const { file, problem } of collection.environmentFiles)
    if (problem !== undefined) warn(shownPlace({ file, line: problem.line, column: problem.column }), problem.message);
  for (const { file, why } of collection.ignored)
    warn(shownPlace({ file, line: 1, column: 1 }), `This file is ignored: ${visibleText(why)}.`);
  for (const { file, tree } of collection.shared)
    for (const d of tree.diagnostics) if (d.severity === 'error') warn(shownPlace(placeOf(file, tree, d)), d.message);
  for (const d of syntaxWarningsOf(ownTree, blocks)) warn(shownPlace(placeOf(own, ownTree, d)), d.message);
}
