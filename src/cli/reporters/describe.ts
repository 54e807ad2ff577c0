import type { Failure } from '../../base/reqError.ts';
import type { FileRun, RequestResult, TestResult } from '../../runner/index.ts';

/** Name or title of a request, else its request line, with the row of its `# @data`. */
export function nameOfResult({ of: { request, row } }: RequestResult): string {
  const name = request.name || request.title || `${request.method} ${request.urlTemplate}`;
  return row?.isOwn === true ? `${name} [${row.name}]` : name;
}

/** `pass 2 of 3, name=Ada (rows.csv:3)`; undefined for a single pass without data. */
export function passOf({ iteration: { index, count, row }, rowName }: FileRun): string | undefined {
  const place = row?.origin.option;
  const data = rowName === undefined || rowName === place ? place : `${rowName} (${place})`;
  if (count === 1 && data === undefined) return undefined;
  return `${count === 1 ? '' : `pass ${index} of ${count}`}${count > 1 && data !== undefined ? ', ' : ''}${data ?? ''}`;
}

export interface Problem {
  readonly test: string | undefined;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly expected?: string;
  readonly actual?: string;
  /** Kind of the error; undefined for tests. */
  readonly kind: string | undefined;
}

/** Problems of a request: failed tests first, then the error. */
export function problemsOf({ of, tests, failure }: RequestResult): readonly Problem[] {
  const { file, request } = of;
  const problems: Problem[] = [];
  for (const t of tests)
    if (!t.passed)
      problems.push({
        test: t.name,
        message: t.message ?? 'failed',
        file: t.file ?? file,
        line: t.line ?? request.line,
        kind: undefined,
        ...diffOf(t),
      });
  if (failure !== undefined) problems.push(problemOf(failure, file, request.line));
  return problems;
}

function problemOf({ kind, message, hint, at }: Failure, file: string, line: number): Problem {
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return { test: undefined, message: text, kind, file: at?.file ?? file, line: at?.line ?? line };
}

function diffOf({ expected, actual }: TestResult): { expected?: string; actual?: string } {
  return expected === undefined || actual === undefined ? {} : { expected, actual };
}

export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
