import { createReporter } from '../../src/cli/reporters/index.ts';
import type { ReporterName, ReportEvent } from '../../src/cli/reporters/reporter.ts';
import { listRequests, parse } from '../../src/language/index.ts';
import type { FileRun, RequestResult, RunSummary } from '../../src/runner/index.ts';

/** Fields of a result that differ from the defaults. */
export type ResultFacts = Partial<Omit<RequestResult, 'of'>> & { readonly name?: string; readonly neededBy?: string };

function resultOf(unit: FileRun, { name = 'a', neededBy, ...facts }: ResultFacts): RequestResult {
  const [request] = listRequests(parse(`### ${name}\nGET http://h/a\n`));
  if (request === undefined) throw new Error('there is no request');
  return {
    of: { request, file: unit.file, unit, neededBy, row: undefined },
    verdict: 'passed',
    reason: undefined,
    failure: undefined,
    tests: [],
    console: [],
    sent: { method: 'GET', url: 'http://h/a' },
    status: 200,
    statusText: 'OK',
    startTime: 0,
    durationMs: 4,
    elapsedMs: 5,
    sizes: { headers: 10, body: 2, bodyDecoded: 2 },
    tries: 1,
    ...facts,
  };
}

const unitOf = (file: string, index = 0): FileRun => ({
  file,
  index,
  rowName: undefined,
  iteration: { index: 1, count: 1, row: undefined },
});

export const summaryOf = (facts: Partial<RunSummary> = {}): RunSummary => ({
  passed: 1,
  failed: 0,
  skipped: 0,
  cancelled: 0,
  disabled: 0,
  notRun: 0,
  tests: { passed: 0, failed: 0 },
  files: 1,
  iterations: 1,
  startTime: 0,
  elapsedMs: 1234,
  ended: undefined,
  ...facts,
});

export function fileEvents(file: string, results: readonly ResultFacts[], index = 0): readonly ReportEvent[] {
  const unit = unitOf(file, index);
  return [
    { kind: 'file-started', unit },
    ...results.map((facts) => ({ kind: 'request', result: resultOf(unit, facts), json: '{}' }) as const),
    { kind: 'file-finished', unit },
  ];
}

export function reportOf(
  name: ReporterName,
  events: readonly ReportEvent[],
  summary = summaryOf(),
  verbose = false,
  isLate = () => false,
): string {
  let text = '';
  const reporter = createReporter(name, { write: (t) => void (text += t), style: (_, t) => t, display: (f) => f, verbose, isLate });
  for (const e of events) void reporter.take(e);
  for (const piece of reporter.end(summary) ?? []) text += piece;
  return text;
}

/** `reportOf` for a report that yields to the event loop between its parts. */
export async function reportInTurns(name: ReporterName, events: readonly ReportEvent[]): Promise<string> {
  let text = '';
  const write = (t: string): void => void (text += t);
  const reporter = createReporter(name, { write, style: (_, t) => t, display: (f) => f, verbose: false, isLate: () => false });
  for (const e of events) await reporter.take(e);
  for (const piece of reporter.end(summaryOf()) ?? []) write(piece);
  return text;
}
