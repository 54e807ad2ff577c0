import {
  buildClientSchema,
  GraphQLError,
  GraphQLSchema,
  Kind,
  parse,
  specifiedDirectives,
  type DefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type IntrospectionQuery,
} from 'graphql';
import { extendSchemaImpl } from 'graphql/utilities/extendSchema.js';
import { Schema } from './schema.ts';

export type ReadSchema = { readonly schema: Schema } | { readonly problem: string };

/** Maximum characters of a schema. GitHub's schema has 1.5 million. */
const longest = 32 * 1024 * 1024;
/** Maximum nesting of brackets in SDL, to bound the parser's recursion. */
const deepest = 100;
/** Maximum tokens in one piece of SDL. */
const mostTokens = 4_000_000;
/** Characters that are parsed in one turn of the thread. */
const turn = 64 * 1024;

class UnusableSchema extends Error {}

/**
 * Reads SDL or the JSON of an introspection. Parses in turns, with a `pause` between them.
 * @param pause resolves after other work of the thread
 */
export async function readSchema(text: string, pause: () => Promise<void>): Promise<ReadSchema> {
  try {
    if (text.length > longest) throw new UnusableSchema(`it is larger than ${longest / 1024 / 1024} MB`);
    const schema = /^\uFEFF?\s*\{/.test(text) ? ofIntrospection(text) : await schemaOfSdl(text, pause);
    await pause();
    return { schema: new Schema(schema) };
  } catch (e) {
    if (e instanceof UnusableSchema) return { problem: e.message };
    if (e instanceof RangeError) return { problem: 'it is nested too deeply' };
    // graphql throws plain errors for types that are missing or wrong.
    if (e instanceof Error) return { problem: oneSentence(e.message) };
    throw e;
  }
}

const oneSentence = (message: string): string => (message.split('\n')[0] ?? '').slice(0, 400).replace(/\.$/, '');

function ofIntrospection(text: string): GraphQLSchema {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UnusableSchema('it is neither SDL nor JSON');
  }
  return buildClientSchema(introspectionIn(value), { assumeValid: true });
}

/** The introspection in a whole response or in its data. @throws {UnusableSchema} */
export function introspectionIn(value: unknown): IntrospectionQuery {
  for (const candidate of [value, memberOf(value, 'data'), memberOf(memberOf(value, 'payload'), 'data')]) {
    const schema = memberOf(candidate, '__schema');
    if (Array.isArray(memberOf(schema, 'types'))) return candidate as IntrospectionQuery;
  }
  const errors = memberOf(value, 'errors');
  const message: unknown = Array.isArray(errors) ? memberOf(errors[0], 'message') : undefined;
  const why = typeof message === 'string' ? `: ${oneSentence(message)}` : '';
  throw new UnusableSchema(`it has no __schema with types, so it is not the response to an introspection${why}`);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** The schema of SDL. @throws {UnusableSchema} */
export async function schemaOfSdl(text: string, pause: () => Promise<void>): Promise<GraphQLSchema> {
  const definitions: DefinitionNode[] = [];
  for (const { start, end } of pieces(text)) {
    const piece = text.slice(start, end);
    try {
      definitions.push(...parse(piece, { noLocation: true, maxTokens: mostTokens }).definitions);
    } catch (e) {
      if (!(e instanceof GraphQLError)) throw e;
      // A file of comments alone is a piece without definitions.
      if (/^\s*$/.test(piece.replace(/#[^\r\n]*/g, '').replaceAll(',', ' '))) continue;
      throw new UnusableSchema(`${oneSentence(e.message)} (line ${lineOf(text, start + (e.positions?.[0] ?? 0))})`);
    }
    await pause();
  }
  if (definitions.length === 0) throw new UnusableSchema('it defines nothing');
  const named = new Set<string>();
  for (const d of definitions) {
    if (d.kind === Kind.OPERATION_DEFINITION || d.kind === Kind.FRAGMENT_DEFINITION)
      throw new UnusableSchema('it contains a query, not the definitions of a schema');
    if (!('name' in d) || d.name === undefined || d.kind.endsWith('Extension')) continue;
    const name = d.kind === Kind.DIRECTIVE_DEFINITION ? `@${d.name.value}` : d.name.value;
    if (named.has(name)) throw new UnusableSchema(`${name} is defined twice`);
    named.add(name);
  }
  return built(withBases(definitions, named), pause);
}

/** Milliseconds per turn of creating fields. */
const fieldsMs = 10;

/**
 * Like `buildASTSchema`, which takes most of a second for a large schema, but in turns: a type's fields are created when they are first
 * read. `GraphQLSchema` reads them all in its constructor, so its parts are created before. No public function returns them.
 */
async function built(definitions: DefinitionNode[], pause: () => Promise<void>): Promise<GraphQLSchema> {
  const nothing = { description: undefined, types: [], directives: [], extensions: {}, extensionASTNodes: [], assumeValid: true };
  const options = { assumeValid: true, assumeValidSDL: true };
  const config = extendSchemaImpl(nothing, { kind: Kind.DOCUMENT, definitions }, options);
  let since = performance.now();
  for (const type of config.types) {
    readParts(type);
    if (performance.now() - since < fieldsMs) continue;
    await pause();
    since = performance.now();
  }
  const root = (name: string): GraphQLObjectType | undefined => config.types.find((type): type is GraphQLObjectType => type.name === name);
  const roots =
    (config.astNode ?? undefined) === undefined
      ? { query: root('Query'), mutation: root('Mutation'), subscription: root('Subscription') }
      : {};
  const own = new Set(config.directives.map(({ name }) => name));
  const directives = [...config.directives, ...specifiedDirectives.filter(({ name }) => !own.has(name))];
  return new GraphQLSchema({ ...config, ...roots, directives });
}

/** Creates the parts of a type that the schema would create for all types in one turn. */
function readParts(type: GraphQLNamedType): void {
  if ('getInterfaces' in type) type.getInterfaces();
  if ('getFields' in type) type.getFields();
  if ('getTypes' in type) type.getTypes();
}

/** A subgraph can extend types that it does not define: the first extension of each replaces its definition. */
function withBases(definitions: readonly DefinitionNode[], named: ReadonlySet<string>): DefinitionNode[] {
  const known = new Set(named);
  return definitions.map((d) => {
    if (!d.kind.endsWith('TypeExtension') || !('name' in d) || d.name === undefined || known.has(d.name.value)) return d;
    known.add(d.name.value);
    return { ...d, kind: d.kind.replace('Extension', 'Definition') } as unknown as DefinitionNode;
  });
}

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|\n|\r/).length;

/** Splits SDL after definitions that end with a brace. @throws {UnusableSchema} if brackets are nested too deeply */
function* pieces(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const token = /"""|"(?:\\.|[^"\\\r\n])*"?|#[^\r\n]*|[()[\]{}]/g;
  let start = 0;
  let depth = 0;
  for (let m = token.exec(text); m !== null; m = token.exec(text)) {
    const [found] = m;
    if (found === '"""') {
      token.lastIndex = blockStringEnd(text, token.lastIndex);
      continue;
    }
    if (found === '(' || found === '[' || found === '{') {
      depth++;
      if (depth > deepest)
        throw new UnusableSchema(`its brackets are nested more than ${deepest} levels deep (line ${lineOf(text, m.index)})`);
    } else if (found === ')' || found === ']' || found === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || found !== '}' || token.lastIndex - start < turn) continue;
      yield { start, end: token.lastIndex };
      start = token.lastIndex;
    }
  }
  if (text.slice(start).trim() !== '') yield { start, end: text.length };
}

function blockStringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"""', from); at >= 0; at = text.indexOf('"""', at + 3)) if (text[at - 1] !== '\\') return at + 3;
  return text.length;
}
