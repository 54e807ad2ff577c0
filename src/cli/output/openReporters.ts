import { visibleLines } from '../../base/text/visible.ts';
import { createReporter } from '../reporters/index.ts';
import type { Reporter } from '../reporters/reporter.ts';
import { shownPath } from '../world/shownPath.ts';
import { batched } from './batched.ts';
import type { Sink } from './output.ts';
import { openReport, type WantedReport } from './reports.ts';
import type { RunProgress } from './runProgress.ts';
import type { Following } from './slowReader.ts';

export interface OpenReporter {
  readonly reporter: Reporter;
  readonly close: () => void;
}

interface ReporterTarget {
  readonly out: Sink;
  readonly following: Following;
  readonly progress: RunProgress;
  readonly verbose: boolean;
}

/** Opens the file of each report, or standard output. `close` writes what is still buffered. */
export async function openReporters(
  reports: readonly WantedReport[],
  { out, following, progress, verbose }: ReporterTarget,
): Promise<readonly OpenReporter[]> {
  const opened: OpenReporter[] = [];
  for (const { name, file } of reports) {
    const common = { display: shownPath, verbose };
    if (file !== undefined) {
      const { write, close } = await openReport(file);
      opened.push({
        reporter: createReporter(name, { ...common, write: (text) => write(visibleLines(text)), style: (_, text) => text }),
        close,
      });
      continue;
    }
    const isPlain = name === 'pretty' || name === 'dot' || name === 'tap';
    const reported = out.to((bytes) => progress.around(() => following.write(bytes)));
    const { write, flush } = batched((text) => (isPlain ? reported.write(text) : reported.command(text)));
    opened.push({ reporter: createReporter(name, { ...common, write, style: (style, text) => out.style(style, text) }), close: flush });
  }
  return opened;
}
