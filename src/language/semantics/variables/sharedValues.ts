import type { Problem } from './placeholderProblems.ts';
import { together, type Looked, type Seen } from './dependencies.ts';
import type { Evaluated } from '../values/valuePath.ts';
import type { Variable } from './variables.ts';

/** An evaluation at work. */
interface Evaluating {
  readonly evaluate: (v: Variable) => Evaluated;
  /** The variables that a variable's templates name. */
  readonly neededBy: (v: Variable) => readonly Variable[];
  /** Whether a secret went into a variable that was evaluated. */
  readonly isTainted: (v: Variable) => boolean;
}

/** A value that was found from more exchanges is not shared: to tell them all for each request would take too much room. */
const mostExchanges = 32;

/**
 * What evaluations of one snapshot share. A definition of the file that depends on nothing but definitions above it has the same
 * value for every request: a chain of them through a whole file is evaluated once.
 */
export class SharedValues {
  readonly #values = new Map<Variable, Evaluated>();
  /** What each value was found from, that of what it refers to included. */
  readonly #looked = new Map<Variable, Looked>();
  readonly #constant = new Map<Variable, boolean>();
  readonly #undefined = new Map<string, Problem>();

  /** The value of a variable, where another request's evaluation has found it, and the exchanges that it was found from. */
  recall(v: Variable, seen: Seen): { readonly result: Evaluated; readonly exchanges: Iterable<string> } | undefined {
    const result = this.#values.get(v);
    const looked = this.#looked.get(v);
    if (result === undefined || looked === undefined) return undefined;
    seen.add(looked);
    return { result, exchanges: looked.exchanges };
  }

  /** Evaluates a variable, and keeps its value where it is the same for every request. */
  find(v: Variable, seen: Seen, { evaluate, neededBy, isTainted }: Evaluating): Evaluated {
    const { result, looked: own } = seen.during(() => evaluate(v));
    const needs = neededBy(v);
    const looked = together(
      own,
      needs.flatMap((n) => this.#looked.get(n) ?? []),
    );
    if (looked.exchanges.size > mostExchanges) return result;
    this.#looked.set(v, looked);
    if (v.position === undefined || v.below === true) return result;
    // Where a circle is entered decides what is said of it.
    const same =
      !isTainted(v) &&
      (result.ok || result.problem.id !== 'cycle') &&
      needs.every((n) => this.#values.has(n) || this.#isConstant(n, neededBy));
    if (same) this.#values.set(v, result);
    return result;
  }

  /** What is said of a name that nothing defines. */
  ofUndefined(key: string, find: () => Problem): Problem {
    let problem = this.#undefined.get(key);
    if (problem === undefined) this.#undefined.set(key, (problem = find()));
    return problem;
  }

  /** Whether a variable from outside the file is the same for every request. */
  #isConstant(v: Variable, neededBy: (v: Variable) => readonly Variable[]): boolean {
    if (v.position !== undefined || v.content.kind === 'data') return v.position === undefined;
    let constant = this.#constant.get(v);
    if (constant === undefined) this.#constant.set(v, (constant = neededBy(v).length === 0));
    return constant && this.#looked.has(v);
  }
}

/** Keeps account of what an evaluation looks at; `shared` is left out where a request sees another scope than others do. */
export interface Accounting {
  readonly seen: Seen;
  readonly shared: SharedValues | undefined;
}
