import { visibleJson, visibleJsonPieces } from '../../base/text/visible.ts';
import { otherTasks } from '../output/turns.ts';
import { relativePath } from '../world/shownPath.ts';
import { countsOf } from './contractLines.ts';
import type { ApiCoverage, Reporter, ReportSink, ReportSummary } from './reporter.ts';

/** `{"requests": […], "summary": {…}}`. Each request is written when it is over, so that memory use is constant. */
export function jsonReporter(sink: ReportSink): Reporter {
  let count = 0;
  return {
    async take(e) {
      if (e.kind !== 'request') return;
      sink.write(count++ === 0 ? '{"requests": [\n' : ',\n');
      for (const piece of visibleJsonPieces(e.json)) {
        sink.write(piece);
        const others = otherTasks();
        if (others !== undefined) await others;
      }
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
  contract,
}: ReportSummary): unknown {
  return {
    requests: { passed, failed, skipped, cancelled, disabled, notRun },
    tests,
    files,
    iterations,
    ...(seeds === undefined ? {} : { seeds }),
    startedAt: new Date(startTime).toISOString(),
    elapsed: Math.round(elapsedMs * 1000) / 1000,
    ...(contract === undefined ? {} : { contract: contract.map(coverageValue) }),
    ended: ended === undefined ? null : { why: ended.why, reason: ended.why === 'stopped' ? ended.reason : null },
  };
}

/** The coverage of an OpenAPI document. Parts that were not checked have the value false. */
function coverageValue(api: ApiCoverage): unknown {
  const parts = (of: ApiCoverage['operations'][number]['statuses']): unknown => Object.fromEntries(of.map((p) => [p.name, p.isCovered]));
  return {
    document: relativePath(api.document),
    title: api.title,
    problem: api.problem ?? null,
    ...countsOf(api),
    details: api.operations.map((o) => ({
      operation: o.operation,
      checked: o.calls,
      statuses: parts(o.statuses),
      parameters: parts(o.parameters),
    })),
  };
}
