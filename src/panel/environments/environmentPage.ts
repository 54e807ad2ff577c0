import { computed, signal } from '@preact/signals';
import type {
  CellName,
  EnvironmentCell,
  EnvironmentColumn,
  EnvironmentRow,
  EnvironmentTableData,
  FromEnvironmentPage,
  ToEnvironmentPage,
} from '../../protocol/environmentMessages.ts';
import { placeIn, type GridPlace } from './gridPlace.ts';

/** A cell that is edited, with its text. */
interface Edited extends CellName {
  readonly text: string;
  /** Whether it has no value yet. */
  readonly isNew: boolean;
}

/** The value of a cell as resolved by the editor. */
interface Resolved extends CellName {
  readonly text: string;
}

const noCells: readonly EnvironmentRow[] = [];

export class EnvironmentPage {
  readonly #send: (message: FromEnvironmentPage) => void;
  readonly table = signal<EnvironmentTableData | null>(null);
  readonly filter = signal('');
  readonly at = signal<GridPlace>({ row: 0, column: 0 });
  /** Counts moves of the focus, so that the same place can be focused again. */
  readonly moves = signal(0);
  readonly edited = signal<Edited | null>(null);
  readonly resolved = signal<Resolved | null>(null);
  /** A variable without a value yet. */
  readonly draft = signal<string | null>(null);
  /** Rows of the table that match the filter, and the new variable. */
  readonly rows = computed((): readonly EnvironmentRow[] => {
    const table = this.table.value;
    if (table === null) return noCells;
    const wanted = this.filter.value.trim().toLowerCase();
    const isIn = (text: string): boolean => text.toLowerCase().includes(wanted);
    const shown =
      wanted === ''
        ? table.rows
        : table.rows.filter(({ name, cells }) => isIn(name) || cells.some((cell) => cell !== null && isIn(cell.text)));
    const draft = this.draft.value;
    return draft === null ? shown : [...shown, { name: draft, cells: table.columns.map(() => null) }];
  });

  constructor(send: (message: FromEnvironmentPage) => void) {
    this.#send = send;
  }

  get columns(): readonly EnvironmentColumn[] {
    return this.table.value?.columns ?? [];
  }

  send(message: FromEnvironmentPage): void {
    this.#send(message);
  }

  receive(message: ToEnvironmentPage): void {
    switch (message.type) {
      case 'table':
        return this.#show(message.table);
      case 'resolved':
        this.resolved.value = message;
        return;
      case 'newVariable': {
        this.filter.value = '';
        this.draft.value = message.name;
        this.focus({ row: this.rows.value.length - 1, column: Math.max(0, this.at.value.column) });
        return this.edit();
      }
      case 'show':
        this.focus({ row: -1, column: this.columns.findIndex(({ name }) => name === message.environment) });
    }
  }

  /** The row, column and cell at a place. */
  cellAt({ row, column }: GridPlace): {
    readonly row: EnvironmentRow | undefined;
    readonly column: EnvironmentColumn | undefined;
    readonly cell: EnvironmentCell | null;
    readonly name: CellName | undefined;
  } {
    const [ofRow, ofColumn] = [this.rows.value[row], this.columns[column]];
    const name = ofRow === undefined || ofColumn === undefined ? undefined : { variable: ofRow.name, environment: ofColumn.name };
    return { row: ofRow, column: ofColumn, cell: ofRow?.cells[column] ?? null, name };
  }

  focus(to: GridPlace): void {
    this.clicked(to);
    this.moves.value++;
  }

  /** Like `focus`, for a place that the browser focuses itself. */
  clicked(to: GridPlace): void {
    this.at.value = placeIn(to, { rows: this.rows.value.length, columns: this.columns.length, page: 1 });
    const { cell, name } = this.cellAt(this.at.value);
    if (cell !== null && name !== undefined) this.resolve(cell, name);
  }

  /** Requests the value of a cell with placeholders, unless it is known. */
  resolve(cell: EnvironmentCell, { variable, environment }: CellName): void {
    if (cell.text.includes('{{') && this.resolvedOf({ variable, environment }) === undefined)
      this.#send({ type: 'resolve', variable, environment });
  }

  resolvedOf({ variable, environment }: CellName): string | undefined {
    const known = this.resolved.value;
    return known?.variable === variable && known.environment === environment ? known.text : undefined;
  }

  /** Edits the focused item: a value in its cell, a name or a hidden value in the editor. */
  edit(): void {
    const { row, column, cell, name } = this.cellAt(this.at.value);
    if (name === undefined) {
      if (row !== undefined && row.name !== this.draft.value) this.#send({ type: 'renameVariable', variable: row.name });
      else if (column !== undefined && !column.isShared) this.#send({ type: 'renameEnvironment', environment: column.name });
      return;
    }
    if (cell !== null && !cell.isEditable) return this.#send({ type: 'open', ...name });
    this.edited.value = { ...name, text: cell?.text ?? '', isNew: cell === null };
  }

  /** Ends editing. Without `text`, nothing is written. */
  endEdit(text?: string): void {
    const edited = this.edited.value;
    if (edited === null) return;
    this.edited.value = null;
    const { variable, environment } = edited;
    // Leaving a cell without a value adds none.
    const isEmpty = text === '' && edited.isNew;
    if (text !== undefined && text !== edited.text && !isEmpty) this.#send({ type: 'set', variable, environment, text });
    else if (this.draft.value === variable) this.draft.value = null;
  }

  /** Deletes the focused item: a value, or after a confirmation a variable or an environment. */
  delete(): void {
    const { row, column, cell, name } = this.cellAt(this.at.value);
    if (name !== undefined) {
      if (cell !== null && cell.kind !== 'private' && cell.kind !== 'secret') this.#send({ type: 'clear', ...name });
      else if (cell !== null) this.#send({ type: 'open', ...name });
    } else if (row !== undefined) this.#send({ type: 'deleteVariable', variable: row.name });
    else if (column !== undefined) this.#send({ type: 'deleteEnvironment', environment: column.name });
  }

  #show(table: EnvironmentTableData): void {
    this.resolved.value = null;
    const { row, column } = this.cellAt(this.at.value);
    if (table.rows.some(({ name }) => name === this.draft.value)) this.draft.value = null;
    this.table.value = table;
    // What has the focus keeps it where rows or columns moved.
    const rowNow = this.rows.value.findIndex(({ name }) => name === row?.name);
    const columnNow = table.columns.findIndex(({ name }) => name === column?.name);
    const at = this.at.value;
    const place = { row: rowNow < 0 ? at.row : rowNow, column: columnNow < 0 ? at.column : columnNow };
    this.at.value = placeIn(place, { rows: this.rows.value.length, columns: table.columns.length, page: 1 });
  }
}
