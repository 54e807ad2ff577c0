import type { ActiveRun } from '../activeRun.ts';
import { checkAndRunScripts } from '../assertions/checkAndRunScripts.ts';
import { ResponseToCheck } from '../assertions/responseToCheck.ts';
import type { ExchangedRequest } from './exchange.ts';
import type { PreparedRequest } from './prepare.ts';

/** Last stage: checks the assertions and runs the response scripts. Puts the response into the report if the caller wants it. */
export async function checkStage(
  run: ActiveRun,
  { parts, responseScripts }: PreparedRequest,
  { resolved, received, checks, contract }: ExchangedRequest,
): Promise<void> {
  const { input, services, request, report, signal } = run;
  const isChecked = responseScripts.length > 0 || request.assertions.length > 0 || request.captures.length > 0 || contract !== undefined;
  if (received.head === undefined || !(isChecked || input.wanted === true)) return;
  const response = new ResponseToCheck(received, received.head, report.timings, run.host.now());
  if (input.wanted === true) report.response = response.forScript();
  if (!isChecked || report.stopped !== undefined) return;
  if (responseScripts.length > 0) run.emit({ kind: 'checking', at: run.at() });
  report.stopped = await checkAndRunScripts({
    input: { ...input, context: parts.context },
    host: run.host,
    request,
    resolved,
    response,
    checks,
    contract,
    after: responseScripts,
    scripts: parts.scripts,
    sender: parts.sender,
    asking: parts.sources,
    mask: run.mask,
    runPattern: (pattern, text) => services.matcher.test(pattern, text, services.scriptLimits.timeMs, signal),
    markup: services.markup,
    paths: services.paths,
    timeMs: services.scriptLimits.timeMs,
    at: run.at,
    emit: run.emit,
    signal,
  });
}
