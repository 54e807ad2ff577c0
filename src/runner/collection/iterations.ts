import type { Value } from '../../base/value.ts';
import type { Origin } from '../../language/index.ts';
import type { StoredVariable, VariableStore } from '../ports/host.ts';

/** A row of data. Its columns are variables during its iteration. */
export interface DataRow {
  readonly values: ReadonlyMap<string, Value>;
  readonly origin: Origin;
}

/** One pass over all files of a run. */
export interface Iteration {
  /** From 1. */
  readonly index: number;
  /** Number of all iterations. */
  readonly count: number;
  readonly row: DataRow | undefined;
}

/** All rows in order, repeated `times` times; without rows, `times` iterations. */
export function iterationsOf(rows: readonly DataRow[] | undefined, times: number): readonly Iteration[] {
  const each: readonly (DataRow | undefined)[] = rows ?? [undefined];
  const count = each.length * times;
  return Array.from({ length: count }, (_, i) => ({ index: i + 1, count, row: each[i % each.length] }));
}

/**
 * Sets the columns of a row as script variables. Scripts may overwrite them until the iteration ends.
 * @returns restores the previous variables, except those that were overwritten in the meantime
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
