import type { DataVariables } from '../variables/variables.ts';
import type { DataRow } from './dataRows.ts';

type Found = ReturnType<DataVariables['find']>;

/** Variables with the columns of a row before them. */
export class RowVariables implements DataVariables {
  readonly row: DataRow;
  readonly #base: DataVariables;

  constructor(base: DataVariables, row: DataRow) {
    this.#base = base;
    this.row = row;
  }

  find(name: string): Found {
    const value = this.row.values.get(name);
    return value === undefined ? this.#base.find(name) : { value, origin: this.row.origin };
  }

  names(): Iterable<string> {
    return new Set([...this.row.values.keys(), ...this.#base.names()]);
  }
}
