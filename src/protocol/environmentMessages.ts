// Messages between the editor and the page that shows environments as a table.

export interface EnvironmentColumn {
  /** `$shared` or the name of an environment. */
  readonly name: string;
  readonly isShared: boolean;
  readonly isProtected: boolean;
  /** The selected environment. */
  readonly isChosen: boolean;
}

export interface EnvironmentCell {
  /** As written; empty if hidden. */
  readonly text: string;
  /** `private` and `secret` are hidden. */
  readonly kind: 'text' | 'json' | 'private' | 'secret';
  readonly isEditable: boolean;
  /** File and line for the user. */
  readonly place: string;
}

export interface EnvironmentRow {
  readonly name: string;
  /** A cell for each column; null where the variable has no value. */
  readonly cells: readonly (EnvironmentCell | null)[];
}

export interface EnvironmentTableData {
  /** The collection, for the title. */
  readonly title: string;
  /** Path of the folder whose environments these are. The page keeps it for a reload of the window. */
  readonly folder: string;
  readonly columns: readonly EnvironmentColumn[];
  readonly rows: readonly EnvironmentRow[];
  /** Why a file cannot be read; null if all are read. */
  readonly problem: string | null;
}

/** A variable in an environment. */
export interface CellName {
  readonly variable: string;
  readonly environment: string;
}

export type ToEnvironmentPage =
  | { readonly type: 'table'; readonly table: EnvironmentTableData }
  /** The value of a cell with its placeholders filled in, masked, or why it has none. */
  | ({ readonly type: 'resolved'; readonly text: string } & CellName)
  /** Shows a row for a new variable, which is written with its first value. */
  | { readonly type: 'newVariable'; readonly name: string }
  | { readonly type: 'show'; readonly environment: string };

export type FromEnvironmentPage =
  | { readonly type: 'ready' | 'addVariable' | 'addEnvironment' | 'undo' | 'openProblem' }
  | ({ readonly type: 'set'; readonly text: string } & CellName)
  | ({ readonly type: 'clear' | 'resolve' | 'open' | 'move' } & CellName)
  | { readonly type: 'renameVariable' | 'deleteVariable'; readonly variable: string }
  | { readonly type: 'renameEnvironment' | 'deleteEnvironment' | 'choose'; readonly environment: string };
