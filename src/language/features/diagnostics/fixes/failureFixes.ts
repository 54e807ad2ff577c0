import type { CodeAction } from '../../../edit.ts';
import type { Block } from '../../../syntax/nodes.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { diagnosticsIn } from '../diagnostics.ts';
import { fixesOf } from './fixes.ts';
import { certificateFixes, type RefusedCertificate } from './sendFixes.ts';

/** A problem that prevented a request from being sent. */
export interface SendProblem {
  /** The source text of the problem. */
  readonly written: string;
}

/** Causes of a failed send. */
export interface SendFailure {
  readonly problems?: readonly SendProblem[];
  readonly certificate?: RefusedCertificate;
}

/** An action for a failed send. */
export interface FailureFix {
  /** The index of the solved problem; undefined for the failure as a whole. */
  readonly problem: number | undefined;
  readonly action: CodeAction;
}

/** Maximum number of fixes for one problem, because more would hide the others. */
const mostFixes = 4;

/**
 * The actions for a failed send: the quick fixes of the editor for its problems. Problems are found again by their text, because the
 * file may have changed since.
 */
export function failureFixes(view: FileView, block: Block, { problems = [], certificate }: SendFailure): readonly FailureFix[] {
  const fixes: FailureFix[] = [];
  const found = diagnosticsIn(view, block.range);
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }): string => view.tree.text.slice(start, end);
  for (const [i, { written }] of problems.entries()) {
    const same = problems.slice(0, i).filter((p) => p.written === written).length;
    const at = [...new Set(found.filter((d) => textOf(d.range) === written).map((d) => d.range.start))][same];
    const actions = found.filter((d) => d.range.start === at && textOf(d.range) === written).flatMap((d) => fixesOf(view, d));
    for (const action of actions.slice(0, mostFixes)) fixes.push({ problem: i, action });
  }
  const others = certificate === undefined ? [] : certificateFixes(view, block, certificate);
  return [...fixes, ...others.map((action) => ({ problem: undefined, action }))];
}
