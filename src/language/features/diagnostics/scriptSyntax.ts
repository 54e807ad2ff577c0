import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { scriptsIn } from '../scripts/scriptAt.ts';
import type { BlockInput } from './rules.ts';

/** Scripts that are no JavaScript, where somebody is at hand who can tell; in VS Code TypeScript says it. */
export function* scriptSyntax({ view, block }: BlockInput): Generator<Diagnostic> {
  const { tree } = view;
  for (const { source, range } of scriptsIn(block)) {
    // A script that nothing closes holds what was not meant for it: the parser has said so.
    if (!tree.text.slice(source.end, range.end).includes('%}')) continue;
    const problem = view.scriptProblem(source.text);
    if (problem === undefined) continue;
    const { message, start, end } = problem;
    const place = { start: source.start + start, end: source.start + end };
    yield diagnostic('script-syntax', 'error', place, `This script is not JavaScript: ${message}.`);
  }
}
