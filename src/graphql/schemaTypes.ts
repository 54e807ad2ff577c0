import type { Range } from '../base/text/text.ts';

/** A query with its variables, as a part of a request file. Ranges are offsets in `text`. */
export interface QueryBody {
  readonly text: string;
  readonly query: Range;
  /** The JSON text of the variables; undefined if there is none. */
  readonly variables: Range | undefined;
  /** Placeholders in both parts, in their order. */
  readonly placeholders: readonly Range[];
}

export interface SchemaProblem {
  readonly kind: 'error' | 'deprecated';
  readonly range: Range;
  readonly message: string;
}

/** A name that can be written at an offset. */
export interface SchemaEntry {
  readonly kind: 'field' | 'argument' | 'value' | 'type' | 'variable' | 'directive' | 'keyword' | 'fragment';
  readonly label: string;
  /** The type of the named element. */
  readonly detail?: string | undefined;
  readonly description?: string | undefined;
  /** The reason of a deprecation. */
  readonly deprecated?: string | undefined;
  /** A snippet of the Language Server Protocol. Default: the label as text. */
  readonly snippet?: string | undefined;
  /** A lower rank comes first. */
  readonly rank: number;
}

export interface SchemaEntries {
  readonly range: Range;
  readonly entries: readonly SchemaEntry[];
}

export interface SchemaHover {
  readonly range: Range;
  /** GraphQL text. */
  readonly signature: string;
  readonly description?: string | undefined;
  readonly deprecated?: string | undefined;
}

export type OperationKind = 'query' | 'mutation' | 'subscription';

/** A field of a root type, of which a query can be built. */
export interface RootField {
  readonly operation: OperationKind;
  readonly name: string;
  /** The field with its arguments and type. */
  readonly signature: string;
  readonly description: string | undefined;
}

export interface BuiltQuery {
  readonly query: string;
  /** JSON; undefined if the query has no variables. */
  readonly variables: string | undefined;
}
