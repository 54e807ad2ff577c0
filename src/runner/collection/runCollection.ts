import { rowName, rowNaming, type RequestTurn, type RowNaming } from '../../language/index.ts';
import type { CollectionEvent, CollectionInput } from './collectionInput.ts';
import type { SendCounts } from '../random/seeded.ts';
import { RunClock } from '../run/runClock.ts';
import { Ending, pause } from './runEnding.ts';
import { alsoMasking, IterationRun } from './iterationRun.ts';
import { inRow, ownRow, RowStore } from '../data/rowVariables.ts';
import type { VariableStore } from '../ports/host.ts';
import type { Iteration } from './iterations.ts';
import { filesOf } from './plan.ts';
import { RunOrder, type Position } from './runOrder.ts';
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
  const naming = rowNaming(plan.files, new Set(input.secrets));
  const isOver = (): boolean => signal.aborted || ending.why !== undefined;
  let units = 0;
  let done = 0;
  for (const iteration of iterations) {
    if (isOver()) break;
    const run = new IterationRun({ ...input, emit, clock, sends, naming }, ending, signal);
    const order = new RunOrder(plan.files, input.parallel <= 1);
    const pass = { run, order, stateOf: statesOf(input, iteration), iteration };
    const work = (index: number, at: Position): ReturnType<typeof runFile> => runFile(pass, units + index, at);
    units += await (input.parallel <= 1 ? inOrder(plan.files.length, work) : inParallel(plan.files, input.parallel, work));
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

  /** Runs a file from a turn on. @returns the turn in another file that a script set as the next one */
  async function runFile({ run, order, stateOf, ...of }: Pass, index: number, from: Position): Promise<Position | undefined> {
    const file = plan.files[from.file];
    if (file === undefined || isOver() || order.isEnded) return undefined;
    const met = new Set<string>();
    const unit = fileRun({ file: file.file, index, iteration: of.iteration }, alsoMasking(naming, met));
    const { turns } = file;
    let inLast: VariableStore | undefined;
    let next: Position | undefined;
    emit({ kind: 'file-started', unit });
    for (let at = from.turn; at < turns.length && next === undefined && !isOver() && !order.isEnded;) {
      const { request, row } = turns[at] as RequestTurn;
      const { environment, variables: own, exchanges } = stateOf(file.collection);
      // Requests of one row share what their scripts set for its columns.
      const variables: VariableStore = row !== undefined && inLast !== undefined && ownRow(inLast) === row ? inLast : inRow(own, row);
      inLast = variables;
      const context = run.contextOf(file, request.block, { environment, variables });
      const sent = await run.send({
        context,
        exchanges,
        variables,
        requests: () => input.requestsOf(file),
        unit,
        met,
        request,
        neededBy: undefined,
        waiting: undefined,
        isAgain: order.enter({ file: from.file, turn: at }),
        next: (name) => order.setNext(from.file, name),
      });
      await input.written?.();
      const jump = order.take(from.file);
      if (jump !== undefined && jump.file !== from.file) next = jump;
      else at = jump?.turn ?? at + 1;
      if (sent && (next !== undefined || at < turns.length) && !isOver() && !order.isEnded) await pause(input.delayMs, signal);
    }
    emit({ kind: 'file-finished', unit });
    return next;
  }
}

const fileRun = (of: Omit<FileRun, 'rowName'>, naming: RowNaming): FileRun => ({
  ...of,
  get rowName() {
    return of.iteration.row && rowName(of.iteration.row, naming);
  },
});

/** One pass over the files. */
interface Pass extends Pick<FileRun, 'iteration'> {
  readonly run: IterationRun;
  readonly order: RunOrder;
  readonly stateOf: CollectionInput['stateOf'];
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

type Work = (index: number, from: Position) => Promise<Position | undefined>;

/**
 * Runs files one after another, or in the order that scripts set.
 * @returns how many were started
 */
async function inOrder(files: number, work: Work): Promise<number> {
  let begun = 0;
  for (let at: Position = { file: 0, turn: 0 }; at.file < files;) at = (await work(begun++, at)) ?? { file: at.file + 1, turn: 0 };
  return begun;
}

async function inParallel(files: readonly { readonly file: string }[], lanes: number, work: Work): Promise<number> {
  const indexed = files.map(({ file }, i) => ({ file, i }));
  await inLanes(filesOf(indexed), lanes, async (fences) => {
    for (const { i } of fences) await work(i, { file: i, turn: 0 });
  });
  return files.length;
}

/** Calls `work` for all items in order, with up to `lanes` calls at once. */
async function inLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}
