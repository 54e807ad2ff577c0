import { ReqError, type ErrorKind, type Place } from '../../../base/reqError.ts';
import type { Diagnostic, DiagnosticId, DocumentTree } from '../../../language/index.ts';

const unresolved: ReadonlySet<DiagnosticId> = new Set<DiagnosticId>([
  'undefined-variable',
  'missing-property',
  'index-out-of-range',
  'undefined-until-sent',
  'unknown-dynamic',
  'unknown-filter',
  'dynamic-arguments',
  'cycle',
  'too-large',
]);

const isUnresolved = ({ id }: Diagnostic): boolean => unresolved.has(id);

/** Whether no prompted value can solve the problem. A missing property may be part of a prompted value. */
export const isHopeless = (d: Diagnostic): boolean => isUnresolved(d) && d.id !== 'missing-property' && d.id !== 'index-out-of-range';

/** One error for a request that cannot be sent. It lists all problems with their lines. */
export function unresolvable(tree: DocumentTree, file: string, problems: readonly Diagnostic[]): ReqError {
  const lineOf = (d: Diagnostic): number => tree.lines.positionAt(d.range.start).line + 1;
  const lines = problems.map((d) => `line ${lineOf(d)}: ${d.message}`);
  const first = tree.lines.positionAt(problems[0]?.range.start ?? 0);
  const at: Place = { file, line: first.line + 1, column: first.column + 1 };
  const causes = problems.map(({ message, range }) => {
    const { line, column } = tree.lines.positionAt(range.start);
    return { message, at: { file, line: line + 1, column: column + 1 }, written: tree.text.slice(range.start, range.end) };
  });
  return new ReqError(kindOf(problems), `${headOf(problems)}\n${lines.join('\n')}`, { at, problems: causes });
}

function headOf(problems: readonly Diagnostic[]): string {
  if (!problems.some(isUnresolved)) return 'Nothing was sent.';
  return problems.length === 1
    ? 'Nothing was sent: a placeholder has no value.'
    : `Nothing was sent: ${problems.length} placeholders have no value.`;
}

function kindOf(problems: readonly Diagnostic[]): ErrorKind {
  if (problems.some(isUnresolved)) return 'undefined-variable';
  switch (problems[0]?.id) {
    case 'header-value':
      return 'header';
    case 'json-body':
      return 'body';
    case 'missing-url':
    case 'directive-value':
      return 'parse';
    default:
      return 'url';
  }
}
