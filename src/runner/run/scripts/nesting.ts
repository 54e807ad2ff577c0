import { nameOf, titleOf, type Block } from '../../../language/index.ts';
import type { RunEvent } from '../../ports/events.ts';

/** Place of a run below the runs that wait for it. */
export interface Nesting {
  /** The request that waits for this one, linked to the one that waits for it: a copied list would make a long chain quadratic. */
  readonly waiting: Waiting | undefined;
  /** How many of the waiting requests wait in a script. */
  readonly depth: number;
  /** Requests that the scripts of the whole run may still send. */
  readonly budget: { left: number };
  /** Requests of the whole run whose prompts were already collected. */
  readonly lookedAt: Set<Block>;
  /** Receives the events of nested runs; undefined in the outermost one. */
  readonly outermostRun: OutermostRun | undefined;
}

/**
 * The outermost run, to which all nested runs report directly: passing events up a long chain of `@ref` step by step would be
 * quadratic, and overflow the stack.
 */
export interface OutermostRun {
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
  /** Names of the nested requests: `login: token`. */
  readonly path: string;
}

/** A waiting request, linked to the request that waits for it. */
export interface Waiting {
  readonly block: Block;
  readonly name: string;
  readonly before: Waiting | undefined;
  /** Every block that has waited in this chain or in a branch of it: only these need a search. */
  readonly everWaited: Set<Block>;
}

/** Maximum requests that the scripts of one run may send in total. */
export const mostSends = 100;

export const outermost = (): Nesting => ({
  waiting: undefined,
  depth: 0,
  budget: { left: mostSends },
  lookedAt: new Set(),
  outermostRun: undefined,
});

const displayName = (block: Block): string => nameOf(block) || titleOf(block);

export function nowWaiting(block: Block, before: Waiting | undefined): Waiting {
  const everWaited = before?.everWaited ?? new Set();
  everWaited.add(block);
  return { block, name: displayName(block), before, everWaited };
}

/** `a → b → a` if a request waits for itself, else undefined. */
export function waitingCycle({ waiting }: Nesting, asking: Block, asked: Block): string | undefined {
  if (asked !== asking && waiting?.everWaited.has(asked) !== true) return undefined;
  const last = nowWaiting(asking, waiting);
  let first: Waiting | undefined = last;
  while (first !== undefined && first.block !== asked) first = first.before;
  return first === undefined ? undefined : [...namesOf(last, first), displayName(asked)].join(' → ');
}

/** Names of the requests that wait for one another, outermost first. */
export function namesOf(last: Waiting | undefined, first?: Waiting): readonly string[] {
  const names: string[] = [];
  for (let w = last; w !== undefined; w = w.before) {
    names.push(w.name);
    if (w === first) break;
  }
  return names.toReversed();
}
