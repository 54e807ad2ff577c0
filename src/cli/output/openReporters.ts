import { toFailure } from '../../base/reqError.ts';
import { visibleLines, visibleText } from '../../base/text/visible.ts';
import { printFailure } from '../print/printFailure.ts';
import { createReporter } from '../reporters/index.ts';
import type { Reporter, ReportSink, ReportSummary } from '../reporters/reporter.ts';
import { checkoutPath, shownPath } from '../world/shownPath.ts';
import { batched } from './batched.ts';
import { exitCodeOf, type ExitCode } from './exitCode.ts';
import type { Sink } from './output.ts';
import { openReport, type WantedReport } from './reports.ts';
import type { RunProgress } from './runProgress.ts';
import type { Following } from './slowReader.ts';
import { otherTasks } from './turns.ts';

export interface OpenReporter {
  readonly reporter: Reporter;
  /** Writes the end of the report while signals are handled. */
  readonly end: (summary: ReportSummary) => Promise<void>;
  /** Prints at once what waits for more text, on standard output. */
  readonly flush: () => void;
  readonly close: () => void;
}

interface ReporterTarget {
  readonly out: Sink;
  readonly following: Following;
  readonly progress: RunProgress;
  readonly verbose: boolean;
  /** Of Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Milliseconds of processor time after Ctrl+C for completing the reports, divided equally. */
const mostAfterAbort = 60;

/**
 * Returns a function that checks whether that much processor time has passed since the signal aborted. Processor time, because other
 * programs may use the processor.
 */
function lateAfter(signal: AbortSignal): (ms: number) => boolean {
  const used = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let since = Infinity;
  signal.addEventListener('abort', () => (since = used()), { once: true });
  return (ms) => signal.aborted && used() - since > ms;
}

/**
 * Opens the file of each report, or standard output. `close` writes what is still buffered.
 * @throws {ReqError} if one cannot be created; existing files are then unchanged
 */
export async function openReporters(
  reports: readonly WantedReport[],
  { out, following, progress, verbose, signal }: ReporterTarget,
): Promise<readonly OpenReporter[]> {
  const opened: OpenReporter[] = [];
  const discards: (() => void)[] = [];
  const isLater = lateAfter(signal);
  const add = (name: WantedReport['name'], sink: ReportSink, close: () => void, flush = (): void => {}): void => {
    const reporter = createReporter(name, sink);
    opened.push({ reporter, flush, close, end: (summary) => writeInTurns(reporter.end(summary) ?? [], sink) });
  };
  for (const [i, { name, file }] of reports.entries()) {
    const isLate = (): boolean => isLater((mostAfterAbort * (i + 1)) / reports.length);
    const display = name === 'github' ? (shown: string) => visibleText(checkoutPath(shown)) : shownPath;
    const common = { display, verbose, isLate };
    if (file !== undefined) {
      const { write, close, discard } = await openReport(file).catch((e: unknown) => {
        for (const each of discards) each();
        throw e;
      });
      discards.push(discard);
      add(name, { ...common, write: (text) => write(visibleLines(text)), style: (_, text) => text }, close);
      continue;
    }
    const isPlain = name === 'pretty' || name === 'dot' || name === 'tap';
    const reported = out.to((bytes) =>
      progress.around(() => {
        following.write(bytes);
        // Before the progress line is drawn again.
        following.flush();
      }),
    );
    const { write, flush } = batched((text) => (isPlain ? reported.write(text) : reported.command(text)));
    add(name, { ...common, write, style: (style, text) => out.style(style, text) }, flush, flush);
  }
  return opened;
}

/** Completes all reports. Prints an error for each that cannot be written, and returns its exit code. */
export function closeReporters(reporters: readonly OpenReporter[], err: Sink): readonly ExitCode[] {
  return reporters.flatMap(({ close }) => {
    try {
      close();
      return [];
    } catch (e) {
      const failure = toFailure(e);
      printFailure(failure, err);
      return [exitCodeOf(failure.kind)];
    }
  });
}

async function writeInTurns(pieces: Iterable<string>, sink: ReportSink): Promise<void> {
  for (const piece of pieces) {
    sink.write(piece);
    const others = otherTasks();
    if (others !== undefined) await others;
  }
}
