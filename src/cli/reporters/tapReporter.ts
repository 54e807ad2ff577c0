import { nameOfResult, passOf, problemsOf } from './describe.ts';
import { endedText } from './prettyReporter.ts';
import { visibleLines } from '../../base/text/visible.ts';
import type { RequestResult } from '../../runner/index.ts';
import type { Reporter, ReportSink } from './reporter.ts';

/** Test Anything Protocol 14: a test point per request, with problems as YAML. */
export function tapReporter(sink: ReportSink): Reporter {
  let count = 0;
  let begun = false;
  const begin = (): void => {
    if (!begun) sink.write('TAP version 14\n');
    begun = true;
  };
  return {
    take(e) {
      begin();
      if (e.kind === 'file-started') {
        const pass = passOf(e.unit);
        sink.write(`# ${oneLine(sink.display(e.unit.file))}${pass === undefined ? '' : ` (${oneLine(pass)})`}\n`);
      }
      if (e.kind === 'request') sink.write(point(e.result, ++count, sink));
    },
    end({ ended, seeds = [] }) {
      begin();
      if (seeds.length > 0) sink.write(`# seed ${seeds.join(', ')}\n`);
      const why = endedText(ended);
      if (ended?.why === 'cancelled') sink.write('Bail out! Cancelled\n');
      else if (why !== undefined) sink.write(`# ${oneLine(why)}\n`);
      sink.write(`1..${count}\n`);
    },
  };
}

const oneLine = (text: string): string => visibleLines(text).replaceAll('\n', ' ');

/** A description must not contain line breaks or an unescaped `#` (TAP 14, Escaping). */
const description = (text: string): string => oneLine(text).replaceAll('\\', '\\\\').replaceAll('#', '\\#');

function point(result: RequestResult, number: number, sink: ReportSink): string {
  const { verdict, reason, elapsedMs } = result;
  const name = description(nameOfResult(result));
  if (verdict === 'skipped') return `ok ${number} - ${name} # SKIP ${description(reason ?? '')}`.trimEnd() + '\n';
  const problems = problemsOf(result);
  const head = `${problems.length === 0 && verdict === 'passed' ? 'ok' : 'not ok'} ${number} - ${name}\n`;
  if (problems.length === 0) return head;
  const lines = [`duration_ms: ${Math.round(elapsedMs)}`, 'problems:'];
  for (const { test, message, file, line, expected, actual } of problems) {
    lines.push(`  - message: ${JSON.stringify(visibleLines(message))}`);
    if (test !== undefined) lines.push(`    test: ${JSON.stringify(visibleLines(test))}`);
    if (expected !== undefined && actual !== undefined)
      lines.push(`    expected: ${JSON.stringify(visibleLines(expected))}`, `    actual: ${JSON.stringify(visibleLines(actual))}`);
    lines.push(`    at: ${JSON.stringify(`${sink.display(file)}:${line}`)}`);
  }
  return `${head}  ---\n${lines.map((l) => `  ${l}`).join('\n')}\n  ...\n`;
}
