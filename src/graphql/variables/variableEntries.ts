import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import type { QueryBody, SchemaEntries, SchemaEntry } from '../schemaTypes.ts';
import { maskedText, tokensOf } from '../query/maskedText.ts';
import { inputTypeOf } from '../query/queryPlace.ts';

/** The place of an offset in a JSON text that may be incomplete. */
interface JsonPlace {
  /** Keys and `[]`, outermost first. */
  readonly path: readonly string[];
  readonly expects: 'key' | 'value';
  /** The keys that the object has before the offset. */
  readonly used: ReadonlySet<string>;
}

/** Completion entries for names and values of variables at an offset of the JSON text. */
export function entriesInVariables(schema: GraphQLSchema, body: QueryBody, offset: number): SchemaEntries | undefined {
  const { text, variables, placeholders } = body;
  if (variables === undefined || placeholders.some((p) => p.start < offset && offset < p.end)) return undefined;
  const before = text.slice(variables.start, offset);
  const word = /"?[\w-]*$/.exec(before)?.[0] ?? '';
  const after = /^[\w-]*"?/.exec(text.slice(offset, variables.end))?.[0] ?? '';
  const place = jsonPlace(before.slice(0, before.length - word.length));
  if (place === undefined) return undefined;
  const definitions = definedVariables(maskedText(body, body.query).text);
  const hasColon = /^\s*:/.test(text.slice(offset + after.length, variables.end));
  const entries = [...entriesOf(schema, place, definitions, hasColon)];
  return { range: { start: offset - word.length, end: offset + after.length }, entries };
}

/** The variables of all operations with their types, also of incomplete ones. */
function definedVariables(query: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const tokens = [...tokensOf(query, query.length)];
  for (let i = 0; i + 3 < tokens.length; i++) {
    if (tokens[i]?.text !== '$' || tokens[i + 1]?.kind !== 'name' || tokens[i + 2]?.text !== ':') continue;
    let type = '';
    for (let j = i + 3; j < tokens.length && /^(?:[[\]!]|\w+)$/.test(tokens[j]?.text ?? ''); j++) {
      if (tokens[j]?.kind === 'name' && /\w/.test(type)) break;
      type += tokens[j]?.text;
    }
    if (type !== '') found.set(tokens[i + 1]?.text ?? '', type);
  }
  return found;
}

function jsonPlace(text: string): JsonPlace | undefined {
  interface Open {
    readonly isObject: boolean;
    readonly used: Set<string>;
    key: string | undefined;
    expects: 'key' | 'colon' | 'value' | 'comma';
  }
  const open: Open[] = [];
  let isOver = false;
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\\r\n])*"?|\{\{[^{}]*\}\}|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const top = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ isObject: token === '{', used: new Set(), key: undefined, expects: token === '{' ? 'key' : 'value' });
    } else if (token === '}' || token === ']') {
      open.pop();
      const outer = open.at(-1);
      if (outer !== undefined) outer.expects = 'comma';
      isOver = open.length === 0;
    } else if (top === undefined) continue;
    else if (token === ',') top.expects = top.isObject ? 'key' : 'value';
    else if (token === ':') top.expects = 'value';
    else if (top.expects === 'key' && token.startsWith('"')) {
      top.key = token.replaceAll('"', '');
      top.used.add(top.key);
      top.expects = 'colon';
    } else top.expects = 'comma';
  }
  const last = open.at(-1);
  if (isOver || last === undefined || (last.expects !== 'key' && last.expects !== 'value')) return undefined;
  const path = open.flatMap((o, i) => (i === open.length - 1 && o.expects === 'key' ? [] : o.isObject ? [o.key ?? ''] : ['[]']));
  return { path, expects: last.expects, used: last.used };
}

function* entriesOf(
  schema: GraphQLSchema,
  { path, expects, used }: JsonPlace,
  definitions: ReadonlyMap<string, string>,
  hasColon: boolean,
): Generator<SchemaEntry> {
  const [root, ...rest] = path;
  if (root === undefined) {
    for (const [name, written] of definitions)
      if (!used.has(name))
        yield { ...keyEntry(name, inputTypeOf(schema, written), hasColon), detail: written, rank: written.endsWith('!') ? 0 : 1 };
    return;
  }
  let type = inputTypeOf(schema, definitions.get(root) ?? '');
  for (const step of rest) type = stepInto(type, step);
  if (type === undefined) return;
  if (expects === 'value') yield* jsonValues(type);
  else {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) return;
    for (const field of Object.values(named.getFields()))
      if (!used.has(field.name))
        yield {
          ...keyEntry(field.name, field.type, hasColon),
          detail: field.type.toString(),
          description: field.description ?? undefined,
          rank: isRequiredInputField(field) ? 0 : 1,
        };
  }
}

function stepInto(type: GraphQLInputType | undefined, step: string): GraphQLInputType | undefined {
  if (type === undefined) return undefined;
  const plain = getNullableType(type);
  if (step === '[]') return isListType(plain) ? plain.ofType : undefined;
  const named = getNamedType(type);
  const fields = isInputObjectType(named) ? named.getFields() : {};
  return Object.hasOwn(fields, step) ? fields[step]?.type : undefined;
}

function keyEntry(name: string, type: GraphQLInputType | undefined, hasColon: boolean): SchemaEntry {
  const key = `"${name}"`;
  return {
    kind: 'variable',
    label: key,
    snippet: hasColon ? undefined : `${key}: ${type === undefined ? '$0' : valueSnippet(type)}`,
    rank: 0,
  };
}

function valueSnippet(type: GraphQLInputType): string {
  const plain = getNullableType(type);
  if (isListType(plain)) return '[$0]';
  const named = getNamedType(type);
  if (isInputObjectType(named)) return '{ $0 }';
  return isEnumType(named) || named.name === 'String' || named.name === 'ID' ? '"$0"' : '$0';
}

function* jsonValues(type: GraphQLInputType): Generator<SchemaEntry> {
  const named = getNamedType(type);
  if (isEnumType(named))
    for (const { name, description, deprecationReason } of named.getValues())
      yield {
        kind: 'value',
        label: `"${name}"`,
        detail: named.name,
        description: description ?? undefined,
        deprecated: deprecationReason ?? undefined,
        rank: deprecationReason ? 3 : 0,
      };
  if (named.name === 'Boolean') for (const label of ['true', 'false']) yield { kind: 'value', label, rank: 0 };
  if (!isNonNullType(type)) yield { kind: 'value', label: 'null', rank: 4 };
}
