import { endsAsCancelled, toFailure, type Failure } from '../../base/reqError.ts';
import { nameOf, sourceOf, titleOf, type ResolvedRequest } from '../../language/index.ts';
import { mapTexts } from '../../base/mapTexts.ts';
import { authAsWritten, restoreStandIns } from '../../language/sending.ts';
import { describe } from '../http/exchange/exchange.ts';
import type { Outcome, RunEvent } from '../ports/events.ts';
import type { RunInput } from '../ports/input.ts';
import { beginRun, type ActiveRun } from './activeRun.ts';
import type { MaskBox } from './permissions/maskEvents.ts';
import { withInnerMask } from './scripts/nestedRun.ts';
import type { RunParts } from './runParts.ts';
import type { RunResult } from './runResult.ts';
import type { RunServices } from './runServices.ts';
import { withStandIns } from './values/sentFirst.ts';
import { shownFailure } from './shownFailure.ts';
import { checkStage } from './stages/check.ts';
import { exchangeStage } from './stages/exchange.ts';
import { prepareStage, type EndedByScript } from './stages/prepare.ts';
import { resolveStage } from './stages/resolve.ts';
import { readSavedResponses } from './savedResponses.ts';

/** One send from start to end: prepare, resolve, exchange, check. Reports all of it by `emit`, `finished` last; never throws. */
export async function runRequest(input: RunInput, services: RunServices, mask: MaskBox, signal: AbortSignal): Promise<RunResult> {
  const run = beginRun(input, services, mask, signal, (own, needed, until = signal) =>
    withInnerMask(mask, (inner) => runRequest(needed, own, inner, until)),
  );
  run.emit(startedEvent(run));
  const { outcome, failure } = await endOf(run);
  const { stopped, skipped, response, timings, sizes } = run.report;
  // A request that needs this one by @ref is not sent either.
  if (failure !== undefined) run.input.ran.set(run.request, failure);
  run.emit({ kind: 'finished', at: run.at(), outcome, failure, timings, sizes });
  return { outcome, failure, stopped, skipped, response, taint: run.outgoing.madeFrom };
}

/** Runs the stages, and releases the run's resources. The failure is masked. */
async function endOf(run: ActiveRun): Promise<{ readonly outcome: Outcome; readonly failure: Failure | undefined }> {
  try {
    return { outcome: await runStages(run), failure: undefined };
  } catch (e) {
    let failure: Failure = run.signal.aborted ? { kind: 'cancelled', message: 'Cancelled.' } : toFailure(e);
    if (run.input.standIns === true) failure = mapTexts(failure, restoreStandIns);
    return { outcome: endsAsCancelled(failure.kind) ? 'cancelled' : 'failed', failure: shownFailure(failure, run.own, run.mask) };
  } finally {
    run.listeners.drop();
    run.report.received?.release();
  }
}

async function runStages(run: ActiveRun): Promise<Outcome> {
  const { input, report } = run;
  const prepared = await prepareStage(run);
  if (prepared.kind !== 'prepared') {
    report[prepared.kind === 'stop' ? 'stopped' : 'skipped'] = prepared.reason;
    logEnd(run, prepared);
    return 'ended';
  }
  const resolved = await resolveStage(run, prepared.parts, prepared.source);
  input.onResolved?.(resolved);
  if (input.mode === 'dry') {
    await describeStage(run, prepared.parts, resolved);
    return 'complete';
  }
  const exchanged = await exchangeStage(run, prepared, resolved);
  await checkStage(run, prepared, exchanged);
  if (report.stopped !== undefined) logEnd(run, { kind: 'stop', reason: report.stopped });
  return exchanged.outcome;
}

/** Replaces the exchange in a dry run. */
async function describeStage(
  { input, request: block, host, signal, at, emit }: ActiveRun,
  { settings }: RunParts,
  resolved: ResolvedRequest,
): Promise<void> {
  const request = await describe(resolved, settings);
  input.onDescribed?.(request, authAsWritten({ ...input.context, block }));
  if (input.onSaved !== undefined) input.onSaved(await readSavedResponses(block, input.context, host, signal));
  emit({
    kind: 'sending',
    at: at(),
    ...(input.standIns === true ? withStandIns(request, resolved.body) : { request, body: resolved.body }),
  });
}

function logEnd(run: ActiveRun, { kind, reason }: EndedByScript): void {
  run.log(`${kind === 'skip' ? 'Skipped' : 'Stopped'} by a script${reason === '' ? '.' : `: ${reason}`}`);
}

function startedEvent({ input, request, own, host }: ActiveRun): RunEvent {
  const { tree, file } = input.context;
  const { target } = sourceOf(tree, request);
  return {
    kind: 'started',
    at: 0,
    name: nameOf(request) || titleOf(request),
    title: titleOf(request),
    file,
    line: own.line,
    method: request.requestLine.method?.text ?? 'GET',
    urlTemplate: target.map((t) => t.written).join(''),
    time: host.now(),
  };
}
