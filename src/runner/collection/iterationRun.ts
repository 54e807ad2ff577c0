import { createMask } from '../../base/masks/mask.ts';
import { isReqError } from '../../base/reqError.ts';
import {
  chosenRow,
  nameOf,
  noData,
  noVariables,
  requestOf,
  rowName,
  seedOf,
  titleOf,
  type Block,
  type BlockContext,
  type CollectionRequests,
  type DataRow,
  type RequestSummary,
  type RowNaming,
} from '../../language/index.ts';
import { inRow, ownRow } from '../data/rowVariables.ts';
import type { VariableStore } from '../ports/host.ts';
import type { RunInput } from '../ports/input.ts';
import type { Run } from '../ports/runner.ts';
import { nowWaiting, outermost, type Waiting } from '../run/scripts/nesting.ts';
import type { SendCounts } from '../random/seeded.ts';
import { RunClock } from '../run/runClock.ts';
import { neededFirst } from '../run/runRefs.ts';
import type { CollectionInput } from './collectionInput.ts';
import { pause, type Ending } from './runEnding.ts';
import type { CollectionFile } from './plan.ts';
import { ResultFold, type FileRun, type RequestRun, type RowRun } from './requestResult.ts';

/** Milliseconds before another attempt. */
const retryDelayMs = 500;

/** Input of one request of a collection run. */
export interface Turn extends Pick<RunInput, 'context' | 'variables' | 'exchanges'> {
  readonly requests: () => Promise<CollectionRequests>;
  readonly unit: FileRun;
  /** Secrets that the requests of the unit have used. */
  readonly met: Set<string>;
  /** Computed from the block if absent. */
  readonly request?: RequestSummary;
  /** Name of the request that needs this one (`@ref`). */
  readonly neededBy: string | undefined;
  readonly waiting: Waiting | undefined;
  /** Whether it is sent although the pass has already sent it. */
  readonly isAgain?: boolean;
  /** A script sets the next request. */
  readonly next?: RunInput['next'];
}

/** Requests that ran with a row of data, or without one. */
interface Lane {
  readonly ran: NonNullable<RunInput['ran']>;
  readonly begun: Map<Block, Promise<void>>;
  readonly done: Set<Block>;
}

interface TurnInLane extends Turn {
  readonly lane: Lane;
  readonly row: DataRow | undefined;
}

/** The input, with a clock that is paused while any of the runs waits for the user, and the sends of the whole run. */
interface TimedInput extends CollectionInput {
  readonly clock: RunClock;
  readonly sends: SendCounts;
  readonly naming: RowNaming;
}

/** The row of a request for reports. */
class NamedRow implements RowRun {
  readonly row: DataRow;
  readonly isOwn: boolean;
  readonly #naming: RowNaming;

  constructor(row: DataRow, isOwn: boolean, naming: RowNaming) {
    this.row = row;
    this.isOwn = isOwn;
    this.#naming = naming;
  }

  /** Computed when it is read, because the request may meet a secret that a column contains. */
  get name(): string {
    return rowName(this.row, this.#naming);
  }
}

/** The row of a request: its own, else that of the iteration. */
function rowRunOf(own: DataRow | undefined, { iteration }: FileRun, naming: RowNaming): RowRun | undefined {
  const row = own ?? iteration.row;
  return row && new NamedRow(row, own !== undefined, naming);
}

/** @param secrets more secrets; the set may grow */
export const alsoMasking = ({ isHidden, mask }: RowNaming, secrets: ReadonlySet<string>): RowNaming => ({
  isHidden,
  mask: (text) => createMask(secrets)(mask(text)),
});

/** One pass over the files. Sends each request at most once, unless a script sends the pass back. */
export class IterationRun {
  readonly #input: TimedInput;
  readonly #ending: Ending;
  readonly #signal: AbortSignal;
  /** The requests without a row of their own, and those of each row. */
  readonly #lanes = new Map<DataRow | undefined, Lane>();
  /** Maps each waiting request to the one it waits for. */
  readonly #waitsFor = new Map<Block, Block>();

  constructor(input: TimedInput, ending: Ending, signal: AbortSignal) {
    this.#input = input;
    this.#ending = ending;
    this.#signal = signal;
  }

  contextOf(
    { file, tree, collection, data = noData }: CollectionFile,
    block: Block,
    { environment, variables }: Pick<BlockContext, 'environment' | 'variables'>,
  ): BlockContext {
    return { file, tree, block, collection, environment, variables, answers: noVariables, data };
  }

  hasRun(block: Block, row: DataRow | undefined): boolean {
    return this.#lanes.get(row)?.done.has(block) === true;
  }

  /** The lane of a request, with its variables in its row. */
  #laneOf({ context, variables }: Turn): { readonly lane: Lane; readonly row: DataRow | undefined; readonly variables: VariableStore } {
    const chosen = chosenRow(context);
    const inIts = inRow(variables, chosen);
    const row = chosen === undefined ? undefined : ownRow(inIts);
    let lane = this.#lanes.get(row);
    if (lane === undefined) this.#lanes.set(row, (lane = { ran: new Map(), begun: new Map(), done: new Set() }));
    return { lane, row, variables: inIts };
  }

  /**
   * Runs a request after its dependencies.
   * @returns false if this pass had already sent it, with the same row of its data
   */
  async send(given: Turn): Promise<boolean> {
    const { block } = given.context;
    const { lane, row, variables } = this.#laneOf(given);
    const turn = { ...given, variables, context: { ...given.context, variables }, lane, row };
    const known = given.isAgain === true ? undefined : lane.begun.get(block);
    if (known !== undefined) {
      // Awaiting a request that waits for this one would deadlock. The runner reports such a cycle.
      if (!this.#isWaiting(block, turn.waiting)) await known;
      return false;
    }
    const running = this.#run(turn);
    lane.begun.set(block, running);
    await running;
    return true;
  }

  #isWaiting(block: Block, waiting: Waiting | undefined): boolean {
    const blocks = new Set<Block>();
    for (let w = waiting; w !== undefined; w = w.before) blocks.add(w.block);
    for (let at: Block | undefined = block; at !== undefined; at = this.#waitsFor.get(at)) if (blocks.has(at)) return true;
    return false;
  }

  async #run(turn: TurnInLane): Promise<void> {
    const { context, unit, neededBy, row } = turn;
    await this.#sendNeeded(turn);
    if (this.#ending.why !== undefined || this.#signal.aborted) return;
    const request = turn.request ?? requestOf(context.tree, context.block);
    const { emit, now, retries } = this.#input;
    const own = new Set<string>();
    const naming = alsoMasking(this.#input.naming, own);
    const seed = seedOf(context, this.#input.defaults);
    const of: RequestRun = { request, file: context.file, unit, neededBy, row: rowRunOf(row, unit, naming), seed };
    const startTime = now();
    const clock = new RunClock(this.#input.clock);
    emit({ kind: 'request-started', of, context });
    // Of `@retry`, in earlier attempts.
    let repeats = 0;
    for (let tries = 1; ; tries++) {
      const { fold, skipped, stopped, mask, secrets } = await this.#try(turn, of, clock);
      for (const secret of of.row === undefined ? [] : secrets()) {
        own.add(secret);
        if (unit.iteration.row !== undefined) turn.met.add(secret);
      }
      const again = tries <= retries && fold.isFailed && stopped === undefined && !this.#signal.aborted;
      if (again) {
        repeats += fold.repeats;
        await pause(retryDelayMs, this.#signal);
        continue;
      }
      if (stopped !== undefined) this.#ending.end({ why: 'stopped', reason: mask(stopped) });
      const result = fold.result({ of, startTime, elapsedMs: clock.elapsed, tries: tries + repeats }, skipped, mask);
      turn.lane.done.add(context.block);
      emit({ kind: 'request-finished', of, result, mask, secrets });
      return;
    }
  }

  async #try(
    turn: TurnInLane,
    of: RequestRun,
    clock: RunClock,
  ): Promise<{ fold: ResultFold; skipped: string | undefined; stopped: string | undefined } & Pick<Run, 'mask' | 'secrets'>> {
    const { runner, defaults, network, limits, snapshots, emit } = this.#input;
    const fold = new ResultFold();
    let mask = (text: string): string => text;
    const masked = (text: string): string => mask(text);
    const run = runner.run(
      {
        // Own members come before the spread: V8 creates a separate shape for each object that is copied and then extended.
        defaults,
        mode: 'send',
        endsWhenIdle: true,
        clock,
        sends: this.#input.sends,
        pass: { index: turn.unit.iteration.index - 1, count: turn.unit.iteration.count },
        ...this.#inputOf(turn),
        ...(network === undefined ? {} : { network }),
        ...(limits === undefined ? {} : { limits }),
        ...(snapshots === undefined ? {} : { snapshots }),
        emit(event) {
          fold.apply(event);
          emit({ kind: 'request-event', of, event, mask: masked });
        },
      },
      this.#signal,
    );
    ({ mask } = run);
    const { stopped, skipped } = await run.done;
    // A request that was stopped before it was sent counts as skipped.
    return { fold, stopped, skipped: skipped ?? (fold.wasSent ? undefined : stopped), mask, secrets: run.secrets };
  }

  #inputOf({
    context,
    exchanges,
    variables,
    requests,
    waiting,
    next,
    lane,
  }: TurnInLane): Pick<RunInput, 'context' | 'exchanges' | 'variables'> & Partial<RunInput> {
    return { context, exchanges, variables, requests, next, ran: lane.ran, nesting: { ...outermost(), waiting } };
  }

  /** Missing or cyclic `@ref`s are ignored here: running the request itself reports them. */
  async #sendNeeded(turn: TurnInLane): Promise<void> {
    const { context, exchanges, variables, unit, met, waiting, lane } = turn;
    const { defaults } = this.#input;
    const { block } = context;
    try {
      for await (const { needed } of neededFirst({ defaults, mode: 'send', emit: () => {}, ...this.#inputOf(turn) })) {
        // A request counts as sent when it begins: one that a parallel file is sending must be awaited, which `send` does.
        const wasSent = lane.ran.has(needed.block) && !lane.begun.has(needed.block);
        if (wasSent || this.#signal.aborted || this.#ending.why !== undefined) continue;
        this.#waitsFor.set(block, needed.block);
        const requests = (): Promise<CollectionRequests> => this.#input.requestsOf(needed);
        const neededBy = nameOf(block) || titleOf(block);
        const next = { context: needed, exchanges, variables, requests, unit, met, neededBy, waiting: nowWaiting(block, waiting) };
        await this.send(next);
        const { ran } = this.#laneOf(next).lane;
        if (ran !== lane.ran && ran.has(needed.block)) lane.ran.set(needed.block, ran.get(needed.block));
        this.#waitsFor.delete(block);
      }
    } catch (e) {
      if (!isReqError(e)) throw e;
    }
  }
}
