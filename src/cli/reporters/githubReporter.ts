import { visibleLines, visibleText } from '../../base/text/visible.ts';
import { nameOfResult, passOf, problemsOf } from './describe.ts';
import type { Reporter, ReportSink } from './reporter.ts';

/** Annotations of GitHub Actions at the file and line of each problem. */
export function githubReporter(sink: ReportSink): Reporter {
  return {
    take(e) {
      if (e.kind !== 'request') return;
      const { result } = e;
      if (result.verdict !== 'failed') return;
      const pass = passOf(result.of.unit);
      const title = `${nameOfResult(result)}${pass === undefined ? '' : ` (${pass})`}`;
      for (const { test, message, file, line } of problemsOf(result)) {
        const text = test === undefined ? message : `${test}\n${message}`;
        sink.write(
          `::error file=${property(sink.display(file).replaceAll('\\', '/'))},line=${line},title=${property(title)}::${data(text)}\n`,
        );
      }
    },
    end({ seeds = [], failed }) {
      // Only to repeat a run that failed: a notice stands beside the errors.
      if (failed > 0 && seeds.length > 0) sink.write(`::notice title=req run::seed ${seeds.join(', ')}\n`);
    },
  };
}

/** Escapes a text so that it cannot end its command, start another one or control a terminal. */
const data = (text: string): string => visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('##[', '## [');
const property = (text: string): string => data(visibleText(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
