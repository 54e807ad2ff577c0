import { chosenRow, type BlockContext, type DataRow, type Origin } from '../../language/index.ts';
import type { StoredVariable, VariableStore } from '../ports/host.ts';

/**
 * A variable store with the columns of a row before its variables. A value that a script sets for a column lasts as long as this object;
 * other variables are those of the store.
 */
export class RowStore implements VariableStore {
  readonly row: DataRow;
  /** The row is for all requests, whatever their own `# @data`. */
  readonly isForAll: boolean;
  readonly #base: VariableStore;
  readonly #columns: Map<string, StoredVariable | undefined>;

  constructor(base: VariableStore, row: DataRow, isForAll = false) {
    this.#base = base;
    this.row = row;
    this.isForAll = isForAll;
    this.#columns = new Map([...row.values].map(([name, value]) => [name, { value, origin: row.origin }]));
  }

  find(name: string): StoredVariable | undefined {
    return this.#columns.has(name) ? this.#columns.get(name) : this.#base.find(name);
  }

  names(): Iterable<string> {
    const columns = [...this.#columns].flatMap(([name, variable]) => (variable === undefined ? [] : [name]));
    const others = [...this.#base.names()].filter((name) => !this.#columns.has(name));
    return [...columns, ...others];
  }

  set(name: string, variable: StoredVariable): void {
    if (this.#columns.has(name)) this.#columns.set(name, variable);
    else this.#base.set(name, variable);
  }

  delete(name: string, by: Origin): boolean {
    if (!this.#columns.has(name)) return this.#base.delete(name, by);
    const had = this.#columns.get(name) !== undefined;
    this.#columns.set(name, undefined);
    return had;
  }
}

/** The variables for a request whose `# @data` has this row. Within a run of the same data, the row of the run applies. */
export function inRow(variables: VariableStore, row: DataRow | undefined): VariableStore {
  if (row === undefined) return variables;
  const isKept = variables instanceof RowStore && (variables.isForAll || variables.row.origin.file === row.origin.file);
  return isKept ? variables : new RowStore(variables, row);
}

/** The row of a `RowStore` that is not for all requests. */
export const ownRow = (variables: VariableStore): DataRow | undefined =>
  variables instanceof RowStore && !variables.isForAll ? variables.row : undefined;

interface InVariables {
  readonly context: BlockContext;
  readonly variables: VariableStore;
}

/** Context and variables with the columns of the request's `# @data`. */
export function inChosenRow({ context, variables }: InVariables): InVariables {
  const columns = inRow(variables, chosenRow(context));
  return columns === context.variables ? { context, variables } : { context: { ...context, variables: columns }, variables: columns };
}
