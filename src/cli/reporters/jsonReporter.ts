import { visibleJson, visibleJsonPieces } from '../../base/text/visible.ts';
import type { RunSummary } from '../../runner/index.ts';
import type { Reporter, ReportSink } from './reporter.ts';

/** `{"requests": […], "summary": {…}}`. Each request is written when it is over, so that memory use is constant. */
export function jsonReporter(sink: ReportSink): Reporter {
  let count = 0;
  return {
    take(e) {
      if (e.kind !== 'request') return;
      sink.write(count++ === 0 ? '{"requests": [\n' : ',\n');
      for (const piece of visibleJsonPieces(e.json)) sink.write(piece);
    },
    end(summary) {
      sink.write(`${count === 0 ? '{"requests": [' : '\n'}],\n"summary": ${visibleJson(JSON.stringify(summaryValue(summary)))}}\n`);
    },
  };
}

function summaryValue({
  passed,
  failed,
  skipped,
  cancelled,
  disabled,
  notRun,
  tests,
  files,
  iterations,
  seeds,
  startTime,
  elapsedMs,
  ended,
}: RunSummary): unknown {
  return {
    requests: { passed, failed, skipped, cancelled, disabled, notRun },
    tests,
    files,
    iterations,
    ...(seeds === undefined ? {} : { seeds }),
    startedAt: new Date(startTime).toISOString(),
    elapsed: Math.round(elapsedMs * 1000) / 1000,
    ended: ended === undefined ? null : { why: ended.why, reason: ended.why === 'stopped' ? ended.reason : null },
  };
}
