import type { Value } from '../../base/value.ts';
import type { Origin } from '../../language/index.ts';
import type { StoredVariable, VariableStore } from '../ports/host.ts';

/** A row of data: its columns are variables while its iteration runs. */
export interface DataRow {
  readonly values: ReadonlyMap<string, Value>;
  readonly origin: Origin;
}

/** One pass over all files of a run. */
export interface Iteration {
  /** From 1. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
  readonly row: DataRow | undefined;
}

/** Every row, in their order, `times` times; without rows so many passes. */
export function iterationsOf(rows: readonly DataRow[] | undefined, times: number): readonly Iteration[] {
  const each: readonly (DataRow | undefined)[] = rows ?? [undefined];
  const count = each.length * times;
  return Array.from({ length: count }, (_, i) => ({ index: i + 1, count, row: each[i % each.length] }));
}

/**
 * Sets the columns of a row as variables that rank as those of scripts, which may set them anew until the iteration is over.
 * @returns puts back what was there before, where nobody has set something else in the meantime
 */
export function applyRow(variables: VariableStore, row: DataRow): () => void {
  const before = new Map<string, StoredVariable | undefined>();
  const set = new Map<string, StoredVariable>();
  for (const [name, value] of row.values) {
    const variable: StoredVariable = { value, origin: row.origin };
    before.set(name, variables.find(name));
    variables.set(name, variable);
    set.set(name, variable);
  }
  return () => {
    for (const [name, variable] of set) {
      if (variables.find(name) !== variable) continue;
      const earlier = before.get(name);
      if (earlier === undefined) variables.delete(name, row.origin);
      else variables.set(name, earlier);
    }
  };
}
