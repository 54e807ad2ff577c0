import type { Range } from '../../../base/text/text.ts';
import { diagnostic, type Diagnostic, type DiagnosticId } from '../../diagnostic.ts';
import type { RequestLineNode } from '../../syntax/nodes.ts';

export class ResolveReport {
  readonly problems: Diagnostic[] = [];
  readonly hints: Diagnostic[] = [];
  /** Method and target: the range for problems without their own range in the file. */
  readonly lineRange: Range;

  constructor(line: RequestLineNode) {
    this.lineRange = { start: line.range.start, end: Math.max(line.target.end, line.method?.end ?? 0) };
  }

  fail(id: DiagnosticId, message: string, at: Range = this.lineRange): void {
    this.problems.push(diagnostic(id, 'error', at, message));
  }

  readonly hint = (d: Diagnostic): void => void this.hints.push(d);
}
