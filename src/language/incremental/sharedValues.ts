import type { Problem } from '../semantics/variables/placeholderProblems.ts';
import type { Evaluated } from '../semantics/values/valuePath.ts';
import type { Variable } from '../semantics/variables/variables.ts';
import { mergedLookups, type Dependencies, type Lookups } from './dependencies.ts';

interface Evaluating {
  readonly evaluate: (v: Variable) => Evaluated;
  readonly neededBy: (v: Variable) => readonly Variable[];
  /** Whether an evaluated variable was computed from a secret. */
  readonly isSecret: (v: Variable) => boolean;
}

/** A value that depends on more exchanges is not shared, because recording them for each request would take too much memory. */
const mostExchanges = 32;

/**
 * Values shared by all evaluations of one snapshot. A definition that depends only on definitions above it has the same value for
 * every request, so a chain of definitions through a file is evaluated only once.
 */
export class SharedValues {
  readonly #values = new Map<Variable, Evaluated>();
  /** The dependencies of each value, including indirect ones. */
  readonly #lookups = new Map<Variable, Lookups>();
  readonly #constant = new Map<Variable, boolean>();
  readonly #undefined = new Map<string, Problem>();

  /** Returns a cached value with the exchanges on which it depends, and records its dependencies. */
  recall(v: Variable, dependencies: Dependencies): { readonly result: Evaluated; readonly exchanges: Iterable<string> } | undefined {
    const result = this.#values.get(v);
    const lookups = this.#lookups.get(v);
    if (result === undefined || lookups === undefined) return undefined;
    dependencies.add(lookups);
    return { result, exchanges: lookups.exchanges };
  }

  /** Evaluates a variable and caches the value if it is the same for every request. */
  find(v: Variable, dependencies: Dependencies, { evaluate, neededBy, isSecret }: Evaluating): Evaluated {
    const { result, lookups: own } = dependencies.during(() => evaluate(v));
    const needs = neededBy(v);
    const lookups = mergedLookups(
      own,
      needs.flatMap((n) => this.#lookups.get(n) ?? []),
    );
    if (lookups.exchanges.size > mostExchanges) return result;
    this.#lookups.set(v, lookups);
    if (v.position === undefined || v.below === true) return result;
    // The message about a cycle depends on the variable at which it was entered.
    const same =
      !isSecret(v) &&
      (result.ok || result.problem.id !== 'cycle') &&
      needs.every((n) => this.#values.has(n) || this.#isConstant(n, neededBy));
    if (same) this.#values.set(v, result);
    return result;
  }

  /** The cached problem of an undefined name. */
  ofUndefined(key: string, find: () => Problem): Problem {
    let problem = this.#undefined.get(key);
    if (problem === undefined) this.#undefined.set(key, (problem = find()));
    return problem;
  }

  /** Whether a variable from outside the file has the same value for every request. */
  #isConstant(v: Variable, neededBy: (v: Variable) => readonly Variable[]): boolean {
    if (v.position !== undefined || v.content.kind === 'data') return v.position === undefined;
    let constant = this.#constant.get(v);
    if (constant === undefined) this.#constant.set(v, (constant = neededBy(v).length === 0));
    return constant && this.#lookups.has(v);
  }
}

/** Where an evaluation records its dependencies. `shared` is undefined for a request with its own scope. */
export interface Accounting {
  readonly dependencies: Dependencies;
  readonly shared: SharedValues | undefined;
}
