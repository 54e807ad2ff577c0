import { isReqError } from '../../base/reqError.ts';
import {
  nameOf,
  noVariables,
  requestOf,
  titleOf,
  type Block,
  type BlockContext,
  type CollectionRequests,
  type RequestSummary,
} from '../../language/index.ts';
import type { RunInput } from '../ports/input.ts';
import { nowWaiting, outermost, type Waiting } from '../run/nesting.ts';
import { RunClock } from '../run/runClock.ts';
import { neededFirst } from '../run/runRefs.ts';
import type { CollectionInput } from './collectionInput.ts';
import { pause, type Ending } from './runEnding.ts';
import type { CollectionFile } from './plan.ts';
import { ResultFold, type FileRun, type RequestRun } from './requestResult.ts';

/** Milliseconds before another attempt. */
const retryDelayMs = 500;

/** Input of one request of a collection run. */
export interface Turn extends Pick<RunInput, 'context' | 'variables' | 'exchanges'> {
  readonly requests: () => Promise<CollectionRequests>;
  readonly unit: FileRun;
  /** Computed from the block if absent. */
  readonly request?: RequestSummary;
  /** Name of the request that needs this one (`@ref`). */
  readonly neededBy: string | undefined;
  readonly waiting: Waiting | undefined;
}

/** The input, with a clock that stands still while any of the runs waits for the user. */
type TimedInput = CollectionInput & { readonly clock: RunClock };

/** One pass over the files. Sends each request at most once. */
export class IterationRun {
  readonly #input: TimedInput;
  readonly #ending: Ending;
  readonly #signal: AbortSignal;
  readonly #ran: NonNullable<RunInput['ran']> = new Map();
  readonly #begun = new Map<Block, Promise<void>>();
  readonly #done = new Set<Block>();
  /** Maps each waiting request to the one it waits for. */
  readonly #waitsFor = new Map<Block, Block>();

  constructor(input: TimedInput, ending: Ending, signal: AbortSignal) {
    this.#input = input;
    this.#ending = ending;
    this.#signal = signal;
  }

  contextOf(
    { file, tree, collection }: CollectionFile,
    block: Block,
    { environment, variables }: Pick<BlockContext, 'environment' | 'variables'>,
  ): BlockContext {
    return { file, tree, block, collection, environment, variables, answers: noVariables };
  }

  hasRun(block: Block): boolean {
    return this.#done.has(block);
  }

  /**
   * Runs the requests that a request needs, then the request.
   * @returns false if this pass had already sent it
   */
  async send(turn: Turn): Promise<boolean> {
    const { block } = turn.context;
    const known = this.#begun.get(block);
    if (known !== undefined) {
      // Awaiting a request that waits for this one would deadlock. The runner reports such a cycle.
      if (!this.#isWaiting(block, turn.waiting)) await known;
      return false;
    }
    const running = this.#run(turn);
    this.#begun.set(block, running);
    await running;
    return true;
  }

  #isWaiting(block: Block, waiting: Waiting | undefined): boolean {
    const blocks = new Set<Block>();
    for (let w = waiting; w !== undefined; w = w.before) blocks.add(w.block);
    for (let at: Block | undefined = block; at !== undefined; at = this.#waitsFor.get(at)) if (blocks.has(at)) return true;
    return false;
  }

  async #run(turn: Turn): Promise<void> {
    const { context, unit, neededBy } = turn;
    await this.#sendNeeded(turn);
    if (this.#ending.why !== undefined || this.#signal.aborted) return;
    const request = turn.request ?? requestOf(context.tree, context.block);
    const of: RequestRun = { request, file: context.file, unit, neededBy };
    const { emit, now, retries } = this.#input;
    const startTime = now();
    const clock = new RunClock(this.#input.clock);
    emit({ kind: 'request-started', of, context });
    for (let tries = 1; ; tries++) {
      const { fold, skipped, stopped, mask } = await this.#try(turn, of, clock);
      const again = tries <= retries && fold.isFailed && stopped === undefined && !this.#signal.aborted;
      if (again) {
        await pause(retryDelayMs, this.#signal);
        continue;
      }
      if (stopped !== undefined) this.#ending.end({ why: 'stopped', reason: mask(stopped) });
      const result = fold.result({ of, startTime, elapsedMs: clock.elapsed, tries }, skipped, mask);
      this.#done.add(context.block);
      emit({ kind: 'request-finished', of, result, mask });
      return;
    }
  }

  async #try(
    turn: Turn,
    of: RequestRun,
    clock: RunClock,
  ): Promise<{ fold: ResultFold; skipped: string | undefined; stopped: string | undefined; mask: (text: string) => string }> {
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
    return { fold, stopped, skipped: skipped ?? (fold.wasSent ? undefined : stopped), mask };
  }

  #inputOf({
    context,
    exchanges,
    variables,
    requests,
    waiting,
  }: Turn): Pick<RunInput, 'context' | 'exchanges' | 'variables'> & Partial<RunInput> {
    return { context, exchanges, variables, requests, ran: this.#ran, nesting: { ...outermost(), waiting } };
  }

  /** Missing or cyclic `@ref`s are ignored here: running the request itself reports them. */
  async #sendNeeded(turn: Turn): Promise<void> {
    const { context, exchanges, variables, unit, waiting } = turn;
    const { defaults } = this.#input;
    const { block } = context;
    try {
      for await (const { needed } of neededFirst({ defaults, mode: 'send', emit: () => {}, ...this.#inputOf(turn) })) {
        if (this.#ran.has(needed.block) || this.#signal.aborted || this.#ending.why !== undefined) continue;
        this.#waitsFor.set(block, needed.block);
        const requests = (): Promise<CollectionRequests> => this.#input.requestsOf(needed);
        const neededBy = nameOf(block) || titleOf(block);
        await this.send({ context: needed, exchanges, variables, requests, unit, neededBy, waiting: nowWaiting(block, waiting) });
        this.#waitsFor.delete(block);
      }
    } catch (e) {
      if (!isReqError(e)) throw e;
    }
  }
}
