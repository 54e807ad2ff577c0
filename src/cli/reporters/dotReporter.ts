import type { RequestResult } from '../../runner/index.ts';
import { contractLines } from './contractLines.ts';
import { nameOfResult, problemsOf } from './describe.ts';
import { summaryLines } from './prettyReporter.ts';
import type { Reporter, ReportSink } from './reporter.ts';
import { visibleLines, visibleText } from '../../base/text/visible.ts';

const width = 80;
const signs = { passed: '.', failed: 'F', skipped: '-', cancelled: '!' } as const;

/** One character per request, and the failures at the end. */
export function dotReporter(sink: ReportSink): Reporter {
  const failed: RequestResult[] = [];
  let count = 0;
  return {
    take(e) {
      if (e.kind !== 'request') return;
      const { verdict } = e.result;
      if (verdict === 'failed') failed.push(e.result);
      sink.write((verdict === 'failed' ? sink.style('red', 'F') : signs[verdict]) + (++count % width === 0 ? '\n' : ''));
    },
    *end(summary) {
      if (count % width !== 0) yield '\n';
      for (const [i, result] of failed.entries()) {
        if (sink.isLate()) {
          yield `\n${failed.length - i} failed requests are left out after Ctrl+C.\n`;
          break;
        }
        for (const { test, message, file, line } of problemsOf(result)) {
          const what = test === undefined ? message : `${visibleText(test)}: ${message}`;
          yield `\n${sink.style('red', '✗')} ${sink.display(file)}:${line}  ${visibleText(nameOfResult(result))}\n    ${visibleLines(what).replaceAll('\n', '\n    ')}\n`;
        }
      }
      yield `\n${contractLines(summary.contract, sink)}${summaryLines(summary, sink)}`;
    },
  };
}
