import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  typeFromAST,
  parseType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { OperationKind } from '../schemaTypes.ts';
import { tokensOf, type QueryToken } from './maskedText.ts';

/** The place after the read tokens. Types are undefined if the schema lacks them. */
export type QueryPlace =
  | { readonly kind: 'definition' }
  | { readonly kind: 'selection'; readonly type: GraphQLNamedType | undefined; readonly used: ReadonlySet<string> }
  | { readonly kind: 'spread' | 'type-condition'; readonly type: GraphQLNamedType | undefined }
  | { readonly kind: 'argument'; readonly all: readonly GraphQLArgument[]; readonly used: ReadonlySet<string> }
  | { readonly kind: 'object-field'; readonly all: readonly GraphQLInputField[]; readonly used: ReadonlySet<string> }
  | { readonly kind: 'value' | 'variable'; readonly type: GraphQLInputType | undefined }
  | { readonly kind: 'variable-name' | 'variable-type' }
  | { readonly kind: 'directive'; readonly location: string };

export interface FoundPlace {
  readonly place: QueryPlace | undefined;
  /** The variables that the operation has defined so far, with their types. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Reads the tokens of a query before `end`, which may be incomplete, and returns the place there for completion. */
export function placeIn(schema: GraphQLSchema, text: string, end: number): FoundPlace {
  const tokens = [...tokensOf(text, end)];
  if (tokens.at(-1)?.kind === 'open') return { place: undefined, variables: new Map() };
  const reader = new PlaceReader(schema, tokens);
  reader.document();
  return { place: reader.place, variables: reader.variables };
}

const operations: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription']);
/** Deepest nesting that is read. */
const deepest = 200;

export function rootOf(schema: GraphQLSchema, operation: OperationKind): GraphQLNamedType | undefined {
  const type =
    operation === 'query' ? schema.getQueryType() : operation === 'mutation' ? schema.getMutationType() : schema.getSubscriptionType();
  return type ?? undefined;
}

export function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === '__typename') return TypeNameMetaFieldDef;
  if (type !== undefined && type === schema.getQueryType()) {
    if (name === '__schema') return SchemaMetaFieldDef;
    if (name === '__type') return TypeMetaFieldDef;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const fields = type.getFields();
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

class PlaceReader {
  place: QueryPlace | undefined;
  variables = new Map<string, string>();
  readonly #schema: GraphQLSchema;
  readonly #tokens: readonly QueryToken[];
  #at = 0;
  #depth = 0;

  constructor(schema: GraphQLSchema, tokens: readonly QueryToken[]) {
    this.#schema = schema;
    this.#tokens = tokens;
  }

  get #isOver(): boolean {
    return this.#at >= this.#tokens.length;
  }

  get #text(): string {
    return this.#tokens[this.#at]?.text ?? '';
  }

  /** Reads a name; undefined if there is another token. */
  #name(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name') return undefined;
    this.#at++;
    return token.text;
  }

  #skips(text: string): boolean {
    if (this.#isOver || this.#text !== text) return false;
    this.#at++;
    return true;
  }

  /** Reads a nested part, unless it is too deep: then the rest is not read. */
  #nested(read: () => void): void {
    if (this.#depth >= deepest) this.#at = this.#tokens.length;
    else {
      this.#depth++;
      read();
      this.#depth--;
    }
  }

  document(): void {
    while (!this.#isOver) {
      const name = this.#name();
      if (name === undefined) {
        if (this.#skips('{')) {
          this.variables = new Map();
          this.#nested(() => this.#selection(rootOf(this.#schema, 'query')));
        } else this.#at++;
      } else if (operations.has(name)) this.#operation(name as OperationKind);
      else if (name === 'fragment') this.#fragment();
    }
    const last = this.#tokens.at(-1)?.text;
    if (this.#depth === 0 && !this.#ended && (last === undefined || last === '}')) this.place ??= { kind: 'definition' };
  }

  /** Whether a nested part reached the end. */
  #ended = false;

  #end(place?: QueryPlace): void {
    this.#ended = true;
    this.place ??= place;
  }

  #operation(operation: OperationKind): void {
    this.variables = new Map();
    this.#name();
    if (this.#skips('(')) this.#variableDefinitions();
    this.#directives(operation.toUpperCase());
    if (this.#isOver) return this.#end();
    if (this.#skips('{')) this.#nested(() => this.#selection(rootOf(this.#schema, operation)));
  }

  #fragment(): void {
    this.variables = new Map();
    this.#name();
    if (!this.#skips('on')) return this.#isOver ? this.#end() : undefined;
    if (this.#isOver) return this.#end({ kind: 'type-condition', type: undefined });
    const type = this.#schema.getType(this.#name() ?? '');
    this.#directives('FRAGMENT_DEFINITION');
    if (this.#isOver) return this.#end();
    if (this.#skips('{')) this.#nested(() => this.#selection(type));
  }

  #selection(type: GraphQLNamedType | undefined): void {
    const used = new Set<string>();
    for (;;) {
      if (this.#isOver) return this.#end({ kind: 'selection', type, used });
      if (this.#skips('}')) return;
      if (this.#skips('...')) this.#spread(type);
      else {
        const name = this.#name();
        if (name === undefined) this.#at++;
        else this.#field(type, name, used);
      }
    }
  }

  #field(type: GraphQLNamedType | undefined, first: string, used: Set<string>): void {
    let name = first;
    if (this.#skips(':')) {
      if (this.#isOver) return this.#end({ kind: 'selection', type, used });
      name = this.#name() ?? '';
    } else used.add(name);
    const field = fieldOf(this.#schema, type, name);
    if (this.#skips('(')) this.#nested(() => this.#arguments(field?.args ?? []));
    this.#directives('FIELD');
    if (this.#skips('{')) this.#nested(() => this.#selection(field && getNamedType(field.type)));
  }

  #spread(type: GraphQLNamedType | undefined): void {
    if (this.#isOver) return this.#end({ kind: 'spread', type });
    let inner = type;
    let isInline = true;
    if (this.#skips('on')) {
      if (this.#isOver) return this.#end({ kind: 'type-condition', type });
      inner = this.#schema.getType(this.#name() ?? '');
    } else isInline = this.#name() === undefined;
    this.#directives(isInline ? 'INLINE_FRAGMENT' : 'FRAGMENT_SPREAD');
    if (isInline && this.#skips('{')) this.#nested(() => this.#selection(inner));
  }

  #arguments(all: readonly GraphQLArgument[]): void {
    this.#named(')', all, (used) => ({ kind: 'argument', all, used }));
  }

  /** Reads `name: value` pairs up to `close`. */
  #named(close: string, all: readonly (GraphQLArgument | GraphQLInputField)[], placeOf: (used: ReadonlySet<string>) => QueryPlace): void {
    const used = new Set<string>();
    for (;;) {
      if (this.#isOver) return this.#end(placeOf(used));
      if (this.#skips(close)) return;
      const name = this.#name();
      if (name === undefined) {
        this.#at++;
        continue;
      }
      used.add(name);
      if (this.#isOver) return this.#end();
      if (this.#skips(':')) this.#nested(() => this.#value(all.find((one) => one.name === name)?.type));
    }
  }

  #value(type: GraphQLInputType | undefined): void {
    if (this.#isOver) return this.#end({ kind: 'value', type });
    if (this.#skips('$')) {
      if (this.#isOver) return this.#end({ kind: 'variable', type });
      this.#name();
    } else if (this.#skips('[')) {
      const plain = type && getNullableType(type);
      const item = isListType(plain) ? plain.ofType : undefined;
      while (!this.#skips(']')) {
        this.#nested(() => this.#value(item));
        if (this.#isOver) return this.#end({ kind: 'value', type: item });
      }
    } else if (this.#skips('{')) this.#object(type);
    else this.#at++;
  }

  #object(type: GraphQLInputType | undefined): void {
    const named = type && getNamedType(type);
    const all = isInputObjectType(named) ? Object.values(named.getFields()) : [];
    this.#named('}', all, (used) => ({ kind: 'object-field', all, used }));
  }

  #variableDefinitions(): void {
    for (;;) {
      if (this.#isOver) return this.#end();
      if (this.#skips(')')) return;
      if (!this.#skips('$')) {
        this.#at++;
        continue;
      }
      if (this.#isOver) return this.#end({ kind: 'variable-name' });
      const name = this.#name() ?? '';
      if (!this.#skips(':')) continue;
      let written = '';
      while (!this.#isOver && /^[[\]!]$|^\w/.test(this.#text)) {
        const token = this.#tokens[this.#at] as QueryToken;
        // A name after a name begins something else.
        if (token.kind === 'name' && /\w/.test(written)) break;
        written += token.text;
        this.#at++;
      }
      if (this.#isOver) return this.#end(/\w/.test(written) ? undefined : { kind: 'variable-type' });
      this.variables.set(name, written);
      if (this.#skips('=')) this.#nested(() => this.#value(inputTypeOf(this.#schema, written)));
      this.#directives('VARIABLE_DEFINITION');
    }
  }

  #directives(location: string): void {
    while (this.#skips('@')) {
      if (this.#isOver) return this.#end({ kind: 'directive', location });
      const directive = this.#schema.getDirective(this.#name() ?? '');
      if (this.#skips('(')) this.#nested(() => this.#arguments(directive?.args ?? []));
    }
  }
}

/** The type that a variable definition names; undefined if the schema has none. */
export function inputTypeOf(schema: GraphQLSchema, written: string): GraphQLInputType | undefined {
  try {
    return typeFromAST(schema, parseType(written)) as GraphQLInputType | undefined;
  } catch {
    return undefined;
  }
}
