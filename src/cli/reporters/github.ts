import { nameOfResult, passOf, problemsOf } from './describe.ts';
import type { Reporter, ReportSink } from './types.ts';

/** Annotations of GitHub Actions: what went wrong, at its file and line. */
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
    end() {},
  };
}

/** No text ends its command or begins another one. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('##[', '## [');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/**
 * Text of which GitHub Actions takes nothing for a command: it looks for `::name` at the beginning of each line, and for `##[name]`
 * anywhere. Colours count as nothing there.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^((?:\s|\u001b\[[\d;]*m)*):(?=(?:\u001b\[[\d;]*m)*:)/gm, '$1∶').replaceAll('##[', '## [');
}
