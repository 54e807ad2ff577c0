import type { Accounting } from '../../incremental/sharedValues.ts';
import type { Evaluated } from '../values/valuePath.ts';
import * as problems from './placeholderProblems.ts';
import type { Variable } from './variables.ts';

interface VariableSource {
  /** Evaluates a variable whose dependencies have their values. */
  readonly evaluate: (v: Variable) => Evaluated;
  /** The variables that a variable's templates name. */
  readonly namedIn: (v: Variable) => readonly Variable[];
  readonly isSecret: (v: Variable) => boolean;
  /** Called for a value from another request's evaluation, with the exchanges on which it depends. */
  readonly reused: (exchanges: Iterable<string>) => void;
}

/** Computes each variable once, after the variables that it refers to. */
export class VariableValues {
  readonly #source: VariableSource;
  readonly #accounting: Accounting;
  readonly #values = new Map<Variable, Evaluated>();
  readonly #needs = new Map<Variable, readonly Variable[]>();
  readonly #evaluating;

  constructor(source: VariableSource, accounting: Accounting) {
    this.#source = source;
    this.#accounting = accounting;
    const { evaluate, isSecret } = source;
    this.#evaluating = { evaluate, isSecret, neededBy: (v: Variable) => this.#neededBy(v) };
  }

  /** Uses a stack instead of recursion, because references can nest to any depth. All variables of a cycle get its problem. */
  find(asked: Variable): Evaluated {
    const path: { readonly variable: Variable; readonly needs: readonly Variable[]; next: number }[] = [];
    const places = new Map<Variable, number>();
    const enter = (variable: Variable): void => {
      places.set(variable, path.length);
      path.push({ variable, needs: this.#neededBy(variable), next: 0 });
    };
    if (!this.#has(asked)) enter(asked);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const need = top.needs[top.next++];
      if (need === undefined) {
        path.pop();
        places.delete(top.variable);
        if (!this.#values.has(top.variable)) this.#values.set(top.variable, this.#compute(top.variable));
      } else if (!this.#has(need)) {
        const at = places.get(need);
        if (at === undefined) enter(need);
        else {
          const circle = path.slice(at).map((x) => x.variable);
          const problem = problems.cycle([...circle, need].map((v) => v.name));
          for (const v of circle) this.#values.set(v, { ok: false, problem });
        }
      }
    }
    return this.#values.get(asked) as Evaluated;
  }

  #compute(v: Variable): Evaluated {
    const { shared, dependencies } = this.#accounting;
    return shared?.find(v, dependencies, this.#evaluating) ?? this.#source.evaluate(v);
  }

  #has(v: Variable): boolean {
    if (this.#values.has(v)) return true;
    const { shared, dependencies } = this.#accounting;
    const known = shared?.recall(v, dependencies);
    if (known === undefined) return false;
    this.#values.set(v, known.result);
    this.#source.reused(known.exchanges);
    return true;
  }

  #neededBy(v: Variable): readonly Variable[] {
    let needs = this.#needs.get(v);
    if (needs === undefined) this.#needs.set(v, (needs = this.#source.namedIn(v)));
    return needs;
  }
}
