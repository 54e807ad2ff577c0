import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { scriptsIn } from '../scripts/scriptAt.ts';
import type { BlockInput } from './rules.ts';

/** Reports JavaScript syntax errors of scripts if the view has a checker. In VS Code TypeScript reports them. */
export function* scriptSyntax({ view, block }: BlockInput): Generator<Diagnostic> {
  const { tree } = view;
  for (const { source, range } of scriptsIn(block)) {
    // The parser has reported an unclosed script, which contains text that does not belong to it.
    if (!tree.text.slice(source.end, range.end).includes('%}')) continue;
    const problem = view.scriptProblem(source.text);
    if (problem === undefined) continue;
    const { message, start, end } = problem;
    const place = { start: source.start + start, end: source.start + end };
    yield diagnostic('script-syntax', 'error', place, `This script is not JavaScript: ${message}.`);
  }
}
