import {
  doTypesOverlap,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  TypeNameMetaFieldDef,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { QueryBody, SchemaEntries, SchemaEntry } from '../schemaTypes.ts';
import { maskedText } from './maskedText.ts';
import { inputTypeOf, placeIn, type FoundPlace, type QueryPlace } from './queryPlace.ts';

/** Completion entries at an offset of a query. */
export function entriesInQuery(schema: GraphQLSchema, body: QueryBody, offset: number): SchemaEntries | undefined {
  const { start } = body.query;
  const { text } = maskedText(body, body.query);
  const at = offset - start;
  if (at < 0 || at > text.length || body.placeholders.some((p) => p.start < offset && offset < p.end)) return undefined;
  const before = /\w*$/.exec(text.slice(0, at))?.[0] ?? '';
  const after = /^\w*/.exec(text.slice(at))?.[0] ?? '';
  if (/^\d/.test(before)) return undefined;
  const from = at - before.length;
  const { place, variables } = placeIn(schema, text, from);
  if (place === undefined) return undefined;
  const entries = [...entriesOf(schema, { place, variables }, text, text.slice(at + after.length))];
  return { range: { start: start + from, end: start + at + after.length }, entries };
}

function* entriesOf(schema: GraphQLSchema, { place, variables }: FoundPlace, text: string, rest: string): Generator<SchemaEntry> {
  switch (place?.kind) {
    case 'definition':
      yield* definitions(schema);
      break;
    case 'selection':
      yield* selectionEntries(schema, place, rest);
      break;
    case 'spread':
      yield { kind: 'keyword', label: 'on', detail: 'TYPE', rank: 1 };
      yield* fragmentEntries(schema, place.type, text);
      break;
    case 'type-condition':
      yield* typeEntries(schema, place.type);
      break;
    case 'argument':
    case 'object-field':
      yield* memberEntries(place, rest);
      break;
    case 'value':
      yield* valueEntries(place.type);
      for (const entry of variableEntries(schema, variables, place.type)) yield { ...entry, label: `$${entry.label}` };
      break;
    case 'variable':
      yield* variableEntries(schema, variables, place.type);
      break;
    case 'variable-name':
      // Variables that the query uses and does not define yet.
      for (const name of new Set(Array.from(text.matchAll(/\$([_A-Za-z]\w*)/g), (m) => m[1] ?? '')))
        if (!variables.has(name)) yield { kind: 'variable', label: name, rank: 0 };
      break;
    case 'variable-type':
      for (const type of Object.values(schema.getTypeMap()))
        if (isInputType(type) && !type.name.startsWith('__'))
          yield { kind: 'type', label: type.name, detail: kindOf(type), description: textOf(type.description), rank: 0 };
      break;
    case 'directive':
      yield* directiveEntries(schema, place.location);
      break;
    default:
  }
}

const textOf = (description: string | null | undefined): string | undefined => description ?? undefined;

export const kindOf = (type: GraphQLNamedType): string =>
  isObjectType(type)
    ? 'type'
    : isInterfaceType(type)
      ? 'interface'
      : isEnumType(type)
        ? 'enum'
        : isInputObjectType(type)
          ? 'input'
          : isAbstractType(type)
            ? 'union'
            : 'scalar';

function* definitions(schema: GraphQLSchema): Generator<SchemaEntry> {
  const keyword = (label: string, snippet: string): SchemaEntry => ({ kind: 'keyword', label, snippet, rank: 0 });
  yield keyword('query', 'query $1 {\n  $0\n}');
  if (schema.getMutationType()) yield keyword('mutation', 'mutation $1 {\n  $0\n}');
  if (schema.getSubscriptionType()) yield keyword('subscription', 'subscription $1 {\n  $0\n}');
  yield keyword('fragment', 'fragment $1 on $2 {\n  $0\n}');
}

function* selectionEntries(
  schema: GraphQLSchema,
  { type, used }: Extract<QueryPlace, { readonly kind: 'selection' }>,
  rest: string,
): Generator<SchemaEntry> {
  if (isObjectType(type) || isInterfaceType(type))
    for (const field of Object.values(type.getFields())) yield fieldEntry(field, used.has(field.name) ? 1 : 0, rest);
  if (isCompositeType(type)) yield fieldEntry(TypeNameMetaFieldDef, 2, rest);
  if (isAbstractType(type))
    for (const possible of schema.getPossibleTypes(type))
      yield {
        kind: 'type',
        label: `... on ${possible.name}`,
        description: textOf(possible.description),
        snippet: `... on ${possible.name} {\n  $0\n}`,
        rank: 1,
      };
}

function fieldEntry(field: GraphQLField<unknown, unknown>, rank: number, rest: string): SchemaEntry {
  const { name, type, args, description, deprecationReason } = field;
  const shown = args.length === 0 ? '' : `(${args.map((a) => a.name).join(', ')})`;
  const needed = args.filter(isRequiredArgument);
  // Brackets that are there already are not written again.
  const lead = /^[ \t]*([({:]?)/.exec(rest)?.[1] ?? '';
  const given = needed.length === 0 ? '' : `(${needed.map((a, i) => `${a.name}: $${i + 1}`).join(', ')})`;
  const selection = isLeafType(getNamedType(type)) ? '' : ' {\n  $0\n}';
  const snippet = lead === '' ? `${name}${given}${selection}` : lead === '{' ? `${name}${given}` : name;
  return {
    kind: 'field',
    label: name,
    detail: `${shown}: ${type.toString()}`,
    description: textOf(description),
    deprecated: textOf(deprecationReason),
    snippet: snippet === name ? undefined : snippet,
    rank: deprecationReason ? rank + 3 : rank,
  };
}

function* memberEntries(
  { all, used }: Extract<QueryPlace, { readonly kind: 'argument' | 'object-field' }>,
  rest: string,
): Generator<SchemaEntry> {
  const hasColon = /^[ \t]*:/.test(rest);
  for (const member of all as readonly (GraphQLArgument | GraphQLInputField)[]) {
    if (used.has(member.name)) continue;
    const needed = isRequiredInputField(member);
    yield {
      kind: 'argument',
      label: member.name,
      detail: member.type.toString(),
      description: textOf(member.description),
      deprecated: textOf(member.deprecationReason),
      snippet: hasColon ? undefined : `${member.name}: $0`,
      rank: member.deprecationReason ? 3 : needed ? 0 : 1,
    };
  }
}

/** Literal values of a type: those of an enum, `true` and `false`, an opening brace. */
function* valueEntries(type: GraphQLInputType | undefined): Generator<SchemaEntry> {
  if (type === undefined) return;
  const named = getNamedType(type);
  const inList = isListType(getNullableType(type));
  if (isEnumType(named))
    for (const { name, description, deprecationReason } of named.getValues())
      yield {
        kind: 'value',
        label: name,
        detail: named.name,
        description: textOf(description),
        deprecated: textOf(deprecationReason),
        rank: deprecationReason ? 3 : 0,
      };
  if (named.name === 'Boolean') for (const label of ['true', 'false']) yield { kind: 'value', label, detail: 'Boolean', rank: 0 };
  if (isInputObjectType(named) && !inList) {
    const needed = Object.values(named.getFields()).filter(isRequiredInputField);
    const members = needed.map((f, i) => `${f.name}: $${i + 1}`).join(', ');
    yield { kind: 'value', label: '{}', detail: named.name, snippet: `{ ${members === '' ? '$0' : members} }`, rank: 1 };
  }
  if (getNullableType(type) === type) yield { kind: 'value', label: 'null', rank: 4 };
}

function* variableEntries(
  schema: GraphQLSchema,
  variables: ReadonlyMap<string, string>,
  type: GraphQLInputType | undefined,
): Generator<SchemaEntry> {
  for (const [label, written] of variables) {
    const own = inputTypeOf(schema, written);
    const fits = type === undefined || own === undefined || isTypeSubTypeOf(schema, getNullableType(own), getNullableType(type));
    yield { kind: 'variable', label, detail: written, rank: fits ? 1 : 3 };
  }
}

/** Types for a fragment on `type`; without a type, all types with fields. */
function* typeEntries(schema: GraphQLSchema, type: GraphQLNamedType | undefined): Generator<SchemaEntry> {
  for (const possible of Object.values(schema.getTypeMap())) {
    if (!isCompositeType(possible) || possible.name.startsWith('__')) continue;
    if (isCompositeType(type) && !doTypesOverlap(schema, type, possible)) continue;
    yield { kind: 'type', label: possible.name, detail: kindOf(possible), description: textOf(possible.description), rank: 0 };
  }
}

function* fragmentEntries(schema: GraphQLSchema, type: GraphQLNamedType | undefined, text: string): Generator<SchemaEntry> {
  for (const [, label = '', on = ''] of text.matchAll(/\bfragment\s+([_A-Za-z]\w*)\s+on\s+([_A-Za-z]\w*)/g)) {
    const own = schema.getType(on);
    const fits = !isCompositeType(type) || !isCompositeType(own) || doTypesOverlap(schema, type, own as GraphQLCompositeType);
    if (fits) yield { kind: 'fragment', label, detail: `on ${on}`, rank: 0 };
  }
}

function* directiveEntries(schema: GraphQLSchema, location: string): Generator<SchemaEntry> {
  for (const { name, locations, args, description } of schema.getDirectives()) {
    if (!(locations as readonly string[]).includes(location)) continue;
    const needed = args.filter(isRequiredArgument);
    const given = needed.map((a, i) => `${a.name}: $${i + 1}`).join(', ');
    yield {
      kind: 'directive',
      label: name,
      detail: args.length === 0 ? undefined : `(${args.map((a) => `${a.name}: ${a.type.toString()}`).join(', ')})`,
      description: textOf(description),
      snippet: given === '' ? undefined : `${name}(${given})`,
      rank: 0,
    };
  }
}
