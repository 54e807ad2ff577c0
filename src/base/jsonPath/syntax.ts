import type { Value } from '../values/value.ts';

/** A value to compare; undefined for no value. */
export type Found = Value | undefined;

/** A parsed JSONPath query (RFC 9535). */
export interface Query {
  /** `$` or `@`. */
  readonly root: 'document' | 'current';
  readonly segments: readonly Segment[];
}

export interface Segment {
  /** `..`: applies to the value and all its descendants. */
  readonly descendant: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'filter'; readonly test: Logical };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** An expression that is true or false. */
export type Logical =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Logical[] }
  | { readonly kind: 'not'; readonly part: Logical }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Comparable; readonly right: Comparable }
  | { readonly kind: 'call'; readonly call: Call };

export type Comparable =
  | { readonly kind: 'literal'; readonly token: string; readonly value: string | boolean | null | undefined }
  | { readonly kind: 'single'; readonly query: Query }
  | { readonly kind: 'call'; readonly call: Call };

export type FunctionName = 'length' | 'count' | 'match' | 'search' | 'value';

export interface Call {
  readonly name: FunctionName;
  readonly args: readonly Argument[];
}

export type Argument = { readonly kind: 'nodes'; readonly query: Query } | { readonly kind: 'value'; readonly value: Comparable };

export function isSingular({ segments }: Query): boolean {
  return segments.every(
    ({ descendant, selectors }) =>
      !descendant && selectors.length === 1 && (selectors[0]?.kind === 'name' || selectors[0]?.kind === 'index'),
  );
}

export class PathError {
  readonly message: string;
  readonly offset: number;

  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}
