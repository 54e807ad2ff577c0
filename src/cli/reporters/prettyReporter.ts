import { shownDuration, shownSize } from '../print/printMeasures.ts';
import { visibleLines, visibleText } from '../../base/text/visible.ts';
import type { RequestResult, RunSummary } from '../../runner/index.ts';
import { nameOfResult, passOf, plural, problemsOf, type Problem } from './describe.ts';
import { contractLines } from './contractLines.ts';
import { diffLines } from './diff.ts';
import type { Reporter, ReportSink } from './reporter.ts';

const recalled = 50;

/** For users: files with their requests, then failures and totals. */
export function prettyReporter(sink: ReportSink): Reporter {
  const failed: RequestResult[] = [];
  let requests = 0;
  /** Written with the file's first result: a parallel file has none if the run ends before. */
  let heading = '';
  return {
    take(e) {
      if (e.kind === 'file-started') {
        const pass = passOf(e.unit);
        heading = `${sink.style('bold', sink.display(e.unit.file))}${pass === undefined ? '' : sink.style('dim', `  (${visibleText(pass)})`)}\n`;
      } else if (e.kind === 'request') {
        requests++;
        sink.write(heading);
        heading = '';
        if (e.result.verdict === 'failed' && failed.length < recalled) failed.push(e.result);
        writeResult(e.result, sink);
      } else if (heading === '') sink.write('\n');
    },
    end(summary) {
      if (failed.length > 0 && requests > 10) writeFailed(failed, sink);
      sink.write(contractLines(summary.contract, sink));
      sink.write(summaryLines(summary, sink));
    },
  };
}

const marks = { passed: ['green', '✓'], failed: ['red', '✗'], skipped: ['yellow', '-'], cancelled: ['yellow', '!'] } as const;

function writeResult(result: RequestResult, sink: ReportSink): void {
  const { verdict, of, sent, status, statusText, durationMs, sizes, tries, reason, tests } = result;
  const [style, mark] = marks[verdict];
  const called = nameOfResult(result);
  const facts: string[] = [];
  const line = sent && `${sent.method} ${sent.url}`;
  if (line !== undefined && line !== called) facts.push(line);
  if (status !== undefined) facts.push(`${status} ${statusText ?? ''}`.trimEnd(), shownDuration(durationMs), shownSize(sizes.bodyDecoded));
  if (tests.length > 0) facts.push(plural(tests.length, 'test'));
  if (tries > 1) facts.push(`${tries} tries`);
  if (of.neededBy !== undefined) facts.push(`needed by ${of.neededBy}`);
  if (of.file !== of.unit.file) facts.push(`in ${sink.display(of.file)}`);
  if (verdict === 'skipped') facts.push(`skipped${reason === undefined || reason === '' ? '' : `: ${reason}`}`);
  if (verdict === 'cancelled') facts.push('cancelled');
  sink.write(`  ${sink.style(style, mark)} ${visibleText(called)}  ${sink.style('dim', facts.map(visibleText).join('  '))}\n`);
  if (sink.verbose) {
    for (const { level, text } of result.console) sink.write(indented(`${level}: ${visibleLines(text)}`, 6));
    for (const { name, passed } of tests) if (passed) sink.write(`      ${sink.style('green', '✓')} ${visibleText(name)}\n`);
  }
  for (const problem of problemsOf(result)) writeProblem(problem, sink);
}

function writeProblem(problem: Problem, sink: ReportSink): void {
  const { test, message, file, line, kind } = problem;
  const place = sink.style('dim', `${sink.display(file)}:${line}`);
  const text = visibleLines(message);
  if (kind === 'cancelled') return;
  if (test === undefined) {
    sink.write(`      ${place}\n${indented(sink.style('red', text), 6)}`);
    return;
  }
  sink.write(`      ${sink.style('red', '✗')} ${visibleText(test)}  ${place}\n${indented(text, 8)}`);
  for (const [kindOfLine, row] of diffLines(problem)) {
    const shown = `${kindOfLine} ${visibleLines(row)}`;
    sink.write(indented(kindOfLine === '-' ? sink.style('green', shown) : kindOfLine === '+' ? sink.style('red', shown) : shown, 8));
  }
}

function indented(text: string, by: number): string {
  const space = ' '.repeat(by);
  return `${space}${text.replaceAll('\n', `\n${space}`)}\n`;
}

function writeFailed(failed: readonly RequestResult[], sink: ReportSink): void {
  sink.write(`${sink.style('bold', 'Failed')}\n`);
  for (const result of failed) {
    const [first] = problemsOf(result);
    const place = `${sink.display(first?.file ?? result.of.file)}:${first?.line ?? result.of.request.line}`;
    sink.write(
      `  ${sink.style('red', '✗')} ${place}  ${visibleText(nameOfResult(result))}${first?.test === undefined ? '' : `: ${visibleText(first.test)}`}\n`,
    );
  }
  sink.write('\n');
}

export function summaryLines(summary: RunSummary, sink: Pick<ReportSink, 'style'>): string {
  const { passed, failed, skipped, cancelled, disabled, notRun, tests, iterations, seeds = [], elapsedMs, ended } = summary;
  const red = (count: number, what: string): string => sink.style(count > 0 ? 'red' : 'dim', `${count} ${what}`);
  const parts = [sink.style('green', `${passed} passed`), red(failed, 'failed')];
  for (const [count, what] of [
    [skipped, 'skipped'],
    [cancelled, 'cancelled'],
    [disabled, 'disabled'],
    [notRun, 'not run'],
  ] as const)
    if (count > 0) parts.push(sink.style('yellow', `${count} ${what}`));
  const lines = [`${plural(passed + failed + skipped + cancelled, 'request')}: ${parts.join(', ')}`];
  const all = tests.passed + tests.failed;
  if (all > 0) lines.push(`${plural(all, 'test')}: ${sink.style('green', `${tests.passed} passed`)}, ${red(tests.failed, 'failed')}`);
  lines.push(
    sink.style(
      'dim',
      `${iterations > 1 ? `${iterations} passes, ` : ''}${seeds.length === 0 ? '' : `seed ${seeds.join(', ')}, `}${shownDuration(elapsedMs)}`,
    ),
  );
  const why = endedText(ended);
  return `${why === undefined ? '' : `${sink.style('yellow', visibleLines(why))}\n`}${lines.join('\n')}\n`;
}

/** Why a run ended early; undefined if it did not. */
export function endedText(ended: RunSummary['ended']): string | undefined {
  if (ended === undefined) return undefined;
  if (ended.why === 'cancelled') return 'Cancelled.';
  if (ended.why === 'bail') return 'Ended after the first failure (--bail).';
  return `The run was stopped${ended.reason === '' ? '.' : `: ${ended.reason}`}`;
}
