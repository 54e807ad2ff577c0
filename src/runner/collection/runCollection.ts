import { rowName, type CollectionRequests } from '../../language/index.ts';
import type { CollectionEvent, CollectionInput } from './collectionInput.ts';
import type { SendCounts } from '../random/seeded.ts';
import { RunClock } from '../run/runClock.ts';
import { Ending, pause } from './runEnding.ts';
import { IterationRun, isSecret } from './iterationRun.ts';
import { inRow, ownRow, RowStore } from '../data/rowVariables.ts';
import type { VariableStore } from '../ports/host.ts';
import type { Iteration } from './iterations.ts';
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
  const sends: SendCounts = new Map();
  const tally = new Tally();
  const seeds = new Set<number>();
  const ending = new Ending();
  const emit = (e: CollectionEvent): void => {
    if (e.kind === 'request-finished') {
      tally.add(e.result);
      if (e.of.seed !== undefined) seeds.add(e.of.seed);
      if (input.bail && e.result.verdict === 'failed') ending.end({ why: 'bail' });
    }
    input.emit(e);
  };
  const isOver = (): boolean => signal.aborted || ending.why !== undefined;
  let units = 0;
  let done = 0;
  for (const iteration of iterations) {
    if (isOver()) break;
    const run = new IterationRun({ ...input, emit, clock, sends }, ending, signal);
    const stateOf = statesOf(input, iteration);
    const { row } = iteration;
    const named = row && rowName(row, (column) => isSecret(plan, column));
    const first = units;
    units += plan.files.length;
    const indexed = plan.files.map((planned, i) => ({ file: planned.file, planned, index: first + i }));
    await inLanes(filesOf(indexed), input.parallel, async (fences) => {
      for (const { file, planned, index } of fences) {
        if (isOver()) return;
        const unit: FileRun = { file, iteration, rowName: named, index };
        emit({ kind: 'file-started', unit });
        await runFile(planned, unit, run, stateOf);
        emit({ kind: 'file-finished', unit });
      }
    });
    for (const { turns } of plan.files) done += turns.filter((turn) => run.hasRun(turn.request.block, turn.row)).length;
  }
  if (signal.aborted) ending.end({ why: 'cancelled' });
  return {
    ...tally.verdicts,
    tests: tally.tests,
    disabled: plan.disabled,
    notRun: plan.requests * iterations.length - done,
    files: plan.files.length,
    iterations: iterations.length,
    ...(seeds.size === 0 ? {} : { seeds: [...seeds] }),
    startTime,
    elapsedMs: clock.elapsed,
    ended: signal.aborted ? { why: 'cancelled' } : ending.why,
  };

  async function runFile(file: PlannedFile, unit: FileRun, run: IterationRun, stateOf: CollectionInput['stateOf']): Promise<void> {
    const { turns } = file;
    let inLast: VariableStore | undefined;
    for (const [i, { request, row }] of turns.entries()) {
      if (isOver()) return;
      const { environment, variables: own, exchanges } = stateOf(file.collection);
      // Requests of one row share what their scripts set for its columns.
      const variables: VariableStore = row !== undefined && inLast !== undefined && ownRow(inLast) === row ? inLast : inRow(own, row);
      inLast = variables;
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
      if (sent && i + 1 < turns.length && !isOver()) await pause(input.delayMs, signal);
    }
  }
}

/** The states of an iteration's collections: with the columns of its row, if it has one. */
function statesOf({ stateOf }: CollectionInput, { row }: Iteration): CollectionInput['stateOf'] {
  if (row === undefined) return stateOf;
  const stores = new Map<VariableStore, VariableStore>();
  return (collection) => {
    const state = stateOf(collection);
    const known = stores.get(state.variables) ?? new RowStore(state.variables, row, true);
    stores.set(state.variables, known);
    return { ...state, variables: known };
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
