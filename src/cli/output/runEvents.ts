import { visibleLines } from '../../base/text/visible.ts';
import type { CollectionEvent, RequestResult } from '../../runner/index.ts';
import { inOrder } from '../reporters/inOrder.ts';
import type { ReportEvent } from '../reporters/reporter.ts';
import { shownPath } from '../world/shownPath.ts';
import type { OpenReporter } from './openReporters.ts';
import type { Sink } from './output.ts';
import type { RunProgress } from './runProgress.ts';
import type { RunRecords } from './runRecords.ts';

interface RunEvents {
  readonly take: (e: CollectionEvent) => void;
  /** Resolves when the reporters have received all events so far. */
  readonly settled: () => Promise<void>;
  /** Reports buffered events of files that did not end. */
  readonly end: () => Promise<void>;
}

interface EventTargets {
  readonly reporters: readonly OpenReporter[];
  /** Undefined unless a report is JSON. */
  readonly records: RunRecords | undefined;
  readonly progress: RunProgress;
  /** Receives warnings about cookies, each once. */
  readonly err: Sink;
  readonly total: number;
  readonly onResult: (result: RequestResult) => void;
}

/** Passes the events of a run to its reporters, in the order of the files, and to the progress line. */
export function runEvents({ reporters, records, progress, err, total, onResult }: EventTargets): RunEvents {
  const ordered = inOrder();
  const report = (e: ReportEvent): void => {
    for (const { reporter } of reporters) void reporter.take(e);
  };
  const reportAll = async (due: readonly ReportEvent[]): Promise<void> => {
    for (const e of due) for (const { reporter } of reporters) await reporter.take(e);
  };
  const cookieWarnings = new Set<string>();
  let done = 0;
  let failed = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    take(e) {
      records?.take(e);
      if (e.kind === 'request-event') {
        const { event, mask } = e;
        if (event.kind === 'console' && event.cookies !== undefined && !cookieWarnings.has(event.cookies)) {
          cookieWarnings.add(event.cookies);
          progress.around(() => err.write(`${err.style('yellow', `warning: ${visibleLines(mask(event.text))}`)}\n`));
        }
        return;
      }
      if (e.kind === 'request-started') {
        progress.show(done, total, failed, `${shownPath(e.of.unit.file)}  ${e.of.request.name || e.of.request.title}`);
        return;
      }
      if (e.kind === 'request-finished') {
        const { result } = e;
        onResult(result);
        done++;
        if (result.verdict === 'failed') failed++;
        // The JSON of a result is read from the disk; later events wait for it.
        if (records === undefined) ordered.next({ kind: 'request', result, json: [] }).forEach(report);
        else {
          const json = records.json(result, e);
          last = last.then(async () => reportAll(ordered.next({ kind: 'request', result, json: await json })));
        }
        return;
      }
      if (records === undefined) ordered.next(e).forEach(report);
      else last = last.then(() => reportAll(ordered.next(e)));
    },
    settled: () => last,
    end: () => reportAll(ordered.rest()),
  };
}
