import { nameOf, titleOf, type Block, type BlockContext } from '../../language/index.ts';
import type { NeededRequest, Outcome, RunEvent, TestResult } from '../ports/events.ts';
import type { RunInput } from '../index.ts';
import type { MaskBox } from './maskEvents.ts';
import type { RunResult } from './runResult.ts';
import { turnIfDue } from './turns.ts';

/** How a request came to be sent for another one. */
export interface Nesting {
  /** The request that waits for it, linked to the one that waits for that: a copied list would make a long chain quadratic. */
  readonly waiting: Waiting | undefined;
  /** How many of them wait in a script. */
  readonly depth: number;
  /** Requests that the scripts of the whole run may still send. */
  readonly budget: { left: number };
  /** Requests of the whole run whose questions were collected already. */
  readonly lookedAt: Set<Block>;
  /** Takes the events of nested runs; undefined in the outermost one. */
  readonly told: Told | undefined;
}

/**
 * The outermost run, as a nested one reports to it: events that climbed a long chain of `@ref` step by step would be quadratic,
 * and overflow the stack.
 */
interface Told {
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
  /** The names of the nested requests: `login: token`. */
  readonly way: string;
}

/** A request that waits, and the one that waits for it. */
export interface Waiting {
  readonly block: Block;
  readonly name: string;
  readonly before: Waiting | undefined;
  /** Every block that has waited in this chain or a branch of it: others need no search. */
  readonly everWaited: Set<Block>;
}

/** Requests that the scripts of one run may send in all. */
export const mostSends = 100;

export const outermost = (): Nesting => ({
  waiting: undefined,
  depth: 0,
  budget: { left: mostSends },
  lookedAt: new Set(),
  told: undefined,
});

const calledName = (block: Block): string => nameOf(block) || titleOf(block);

export function nowWaiting(block: Block, before: Waiting | undefined): Waiting {
  const everWaited = before?.everWaited ?? new Set();
  everWaited.add(block);
  return { block, name: calledName(block), before, everWaited };
}

/** `a → b → a` where a request waits for itself, else undefined. */
export function circle({ waiting }: Nesting, asking: Block, asked: Block): string | undefined {
  if (asked !== asking && waiting?.everWaited.has(asked) !== true) return undefined;
  const last = nowWaiting(asking, waiting);
  let first: Waiting | undefined = last;
  while (first !== undefined && first.block !== asked) first = first.before;
  return first === undefined ? undefined : [...wayOf(last, first), calledName(asked)].join(' → ');
}

/** The names of the requests that wait for one another, the outermost first. */
export function wayOf(last: Waiting | undefined, first?: Waiting): readonly string[] {
  const names: string[] = [];
  for (let w = last; w !== undefined; w = w.before) {
    names.push(w.name);
    if (w === first) break;
  }
  return names.toReversed();
}

/** What a request tells of another that it has sent. */
export interface NestedEvents {
  readonly name: string;
  readonly by: NeededRequest['by'];
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
}

/**
 * Runs another request for one that waits for it. What its scripts and assertions say is told along.
 * @param run runs one request to its end
 */
export async function runNested(
  input: RunInput,
  { name, by, emit, at }: NestedEvents,
  run: (needed: RunInput) => Promise<RunResult>,
): Promise<{ readonly result: RunResult; readonly status: string }> {
  let status = '';
  const start = at();
  const nesting = input.nesting ?? outermost();
  const outer = nesting.told;
  const told: Told = outer === undefined ? { emit, at, way: name } : { ...outer, way: `${outer.way}: ${name}` };
  const result = await run({
    ...input,
    nesting: { ...nesting, told },
    emit(e) {
      if (e.kind === 'head') status = `${e.head.status} ${e.head.statusText}`.trimEnd();
      else if (e.kind === 'console' || e.kind === 'variables') told.emit({ ...e, at: told.at() });
      else if (e.kind === 'test') told.emit({ ...e, at: told.at(), result: testOf(e.result, told.way, input.context.file) });
    },
  });
  emit({ kind: 'needed', at: at(), name, by, status, start, duration: at() - start });
  return { result, status };
}

/** A test of another request, as the one that asked tells it. */
function testOf(result: TestResult, way: string, file: string): TestResult {
  return { ...result, file: result.file ?? file, name: `${way}: ${result.name}`, request: way };
}

/** The input for a request that another one sends. */
export function nestedInput(input: RunInput, context: BlockContext, depth: number): RunInput {
  const { block } = input.context;
  const nesting = input.nesting ?? outermost();
  const { body: _, onResolved: __, ...rest } = input;
  return { ...rest, context, nesting: { ...nesting, depth, waiting: nowWaiting(block, nesting.waiting) } };
}

export const isWell = (outcome: Outcome): boolean => outcome === 'complete' || outcome === 'ended';

/** Runs another request with a mask of its own inside the mask of the run that waits for it. */
export async function withInnerMask(mask: MaskBox, run: (inner: MaskBox) => Promise<RunResult>): Promise<RunResult> {
  const inner = mask.inner();
  const ended = await run(inner);
  inner.settle();
  await turnIfDue();
  return ended;
}
