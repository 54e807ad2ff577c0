import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Place } from '../../base/reqError.ts';
import type { DiagnosticId, Severity } from '../../language/index.ts';
import { checkoutPath } from '../world/shownPath.ts';
import { version } from '../../../package.json';

/** A diagnostic at its place. */
export interface Problem {
  readonly at: Place;
  readonly severity: Severity;
  readonly id: DiagnosticId;
  readonly message: string;
  /** From 1; undefined for a problem of a whole file. */
  readonly end?: { readonly line: number; readonly column: number };
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const levels = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** Diagnostics as a log of SARIF 2.1.0. Paths are relative to the current folder, absolute outside it. */
export function sarifText(problems: readonly Problem[]): string {
  const ids = [...new Set(problems.map((p) => p.id))].toSorted();
  const rules = ids.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } }));
  const results = problems.map((problem) => ({
    ruleId: problem.id,
    ruleIndex: ids.indexOf(problem.id),
    level: levels[problem.severity],
    message: { text: problem.message },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(problem.at.file) }, region: regionOf(problem) } }],
  }));
  const driver = { name: 'req', version, rules };
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }] }, null, 2)}\n`;
}

/** Columns are of UTF-16, as in the editor. */
function regionOf({ at, end }: Problem): Readonly<Record<string, number>> {
  const start = { startLine: at.line, startColumn: at.column };
  return end === undefined ? start : { ...start, endLine: end.line, endColumn: end.column };
}

function uriOf(file: string): string {
  const relative = checkoutPath(file);
  if (path.isAbsolute(relative)) return pathToFileURL(relative).href;
  return relative.split(path.sep).map(encodeURIComponent).join('/');
}
