import type { CollectionRequests } from '../../language/index.ts';
import type { CollectionEvent, CollectionInput } from './collectionInput.ts';
import { RunClock } from '../run/runClock.ts';
import { Ending, pause } from './runEnding.ts';
import { IterationRun } from './iterationRun.ts';
import { applyRow, type Iteration } from './iterations.ts';
import { filesOf, type PlannedFile } from './plan.ts';
import type { FileRun } from './requestResult.ts';
import { Tally, type RunSummary } from './summary.ts';

/**
 * Runs the requests of a plan in order, one iteration after another. Variables, cookies and named exchanges persist across requests,
 * files and iterations, as if a user sent one request after another. Aborting the signal cancels running requests and starts no
 * more. Rejects only on defects.
 */
export async function runCollection(input: CollectionInput, signal: AbortSignal): Promise<RunSummary> {
  const { plan, iterations, now } = input;
  const startTime = now();
  const clock = new RunClock();
  const tally = new Tally();
  const ending = new Ending();
  const emit = (e: CollectionEvent): void => {
    if (e.kind === 'request-finished') {
      tally.add(e.result);
      if (input.bail && e.result.verdict === 'failed') ending.end({ why: 'bail' });
    }
    input.emit(e);
  };
  const isOver = (): boolean => signal.aborted || ending.why !== undefined;
  let units = 0;
  let done = 0;
  for (const iteration of iterations) {
    if (isOver()) break;
    const undo = rowInAll(input, iteration);
    const run = new IterationRun({ ...input, emit, clock }, ending, signal);
    const first = units;
    units += plan.files.length;
    const indexed = plan.files.map((planned, i) => ({ file: planned.file, planned, index: first + i }));
    await inLanes(filesOf(indexed), input.parallel, async (fences) => {
      for (const { file, planned, index } of fences) {
        if (isOver()) return;
        const unit: FileRun = { file, iteration, index };
        emit({ kind: 'file-started', unit });
        await runFile(planned, unit, run);
        emit({ kind: 'file-finished', unit });
      }
    });
    undo();
    for (const { requests } of plan.files) done += requests.filter(({ block }) => run.hasRun(block)).length;
  }
  if (signal.aborted) ending.end({ why: 'cancelled' });
  return {
    ...tally.verdicts,
    tests: tally.tests,
    disabled: plan.disabled,
    notRun: plan.requests * iterations.length - done,
    files: plan.files.length,
    iterations: iterations.length,
    startTime,
    elapsedMs: clock.elapsed,
    ended: signal.aborted ? { why: 'cancelled' } : ending.why,
  };

  async function runFile(file: PlannedFile, unit: FileRun, run: IterationRun): Promise<void> {
    const { requests } = file;
    for (const [i, request] of requests.entries()) {
      if (isOver()) return;
      const { environment, variables, exchanges } = input.stateOf(file.collection);
      const requestsOf = (): Promise<CollectionRequests> => input.requestsOf(file);
      const context = run.contextOf(file, request.block, { environment, variables });
      const sent = await run.send({
        context,
        exchanges,
        variables,
        requests: requestsOf,
        unit,
        request,
        neededBy: undefined,
        waiting: undefined,
      });
      if (sent && i + 1 < requests.length && !isOver()) await pause(input.delayMs, signal);
    }
  }
}

/** Sets the columns of an iteration's row in every collection, and returns a function that restores the variables. */
function rowInAll({ plan, stateOf }: CollectionInput, { row }: Iteration): () => void {
  if (row === undefined) return () => {};
  const stores = new Set(plan.files.map((f) => stateOf(f.collection).variables));
  const undo = [...stores].map((store) => applyRow(store, row));
  return () => {
    for (const back of undo) back();
  };
}

/** Calls `work` for all items in order, with up to `lanes` calls at once. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}
