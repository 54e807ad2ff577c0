import type { ListedVariable, MemberRange, VariableGroup, VariableList } from '../../language/onDemand.ts';
import type { Value } from '../../base/values/value.ts';
import type { VariableChange } from '../../runner/index.ts';
import type { Known } from '../world/editorSurroundings.ts';

/** A collection of the workspace and its variables, as they apply at one of its places. */
export interface ListedCollection {
  readonly root: string;
  readonly name: string;
  readonly known: Known;
  readonly list: VariableList;
  /** Whether the editor that was active last belongs to it. */
  readonly active: boolean;
  /** File and request at the cursor for which the variables are listed; undefined for the root. */
  readonly from: string | undefined;
}

interface Common {
  /** Stable across refreshes of the tree. */
  readonly id: string;
  readonly parent: VariableNode | undefined;
  readonly of: ListedCollection;
}

/** A part of a variable's value. `path` is its path in that value. */
export interface Part {
  readonly variable: ListedVariable;
  readonly path: readonly (string | number)[];
  readonly value: Value;
}

export type VariableNode =
  | (Common & { readonly kind: 'collection' })
  | (Common & { readonly kind: 'group'; readonly group: VariableGroup })
  | (Common & { readonly kind: 'variables'; readonly group: VariableGroup; readonly range: MemberRange })
  /** `found`: the filter matches the variable's value, not its name or origin. */
  | (Common & { readonly kind: 'variable'; readonly group: VariableGroup; readonly variable: ListedVariable; readonly found: boolean })
  | (Common & Part & { readonly kind: 'value'; readonly found: boolean })
  | (Common & Part & { readonly kind: 'range'; readonly range: MemberRange });

export type ChangeNode =
  | { readonly kind: 'collection'; readonly of: ListedCollection }
  | { readonly kind: 'change'; readonly of: ListedCollection; readonly change: VariableChange };
