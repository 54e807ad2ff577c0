import {
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  print,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { readJson, type JsonNode } from '../../base/json/json.ts';
import type { Range } from '../../base/text/text.ts';
import { isExactNumber } from '../../base/values/value.ts';
import type { QueryBody, SchemaProblem } from '../schemaTypes.ts';

const mostProblems = 50;

/** Checks the variables of a body against those that its operations define. Text that is not JSON is not checked. */
export function checkVariables(schema: GraphQLSchema, document: DocumentNode, body: QueryBody): readonly SchemaProblem[] {
  const { text, query, variables, placeholders } = body;
  const definitions = document.definitions.flatMap((d) => (d.kind === Kind.OPERATION_DEFINITION ? (d.variableDefinitions ?? []) : []));
  if (variables === undefined) return missingAll(definitions, body);
  const own = placeholders.filter((p) => p.start >= variables.start && p.end <= variables.end);
  const read = readJson(standInText(text, variables, own));
  if (!read.ok || read.node.kind !== 'object') return [];
  const checker = new VariableChecker(variables.start, own);
  const names = new Map(definitions.map((d) => [d.variable.name.value, d]));
  const { members, range } = read.node;
  // In the query a placeholder can define and use further variables.
  const isOpen = placeholders.some((p) => p.end <= query.end);
  for (const { key, keyRange, value } of members) {
    const definition = names.get(key);
    if (definition !== undefined) {
      const type = typeFromAST(schema, definition.type);
      if (type !== undefined && isInputType(type)) checker.value(type, value, `$${key}`);
    } else if (!isOpen && !checker.holdsPlaceholder(keyRange))
      checker.report(keyRange, `The operation does not define the variable $${key}.`);
  }
  const given = new Set(members.map((m) => m.key));
  const mayBeGiven = members.some((m) => checker.holdsPlaceholder(m.keyRange));
  if (!mayBeGiven)
    for (const d of definitions)
      if (isNeeded(d) && !given.has(d.variable.name.value))
        checker.report({ start: range.start, end: range.start + 1 }, `The variable ${shownDefinition(d)} is missing.`);
  return checker.problems.slice(0, mostProblems);
}

const isNeeded = ({ type, defaultValue }: VariableDefinitionNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;

const shownDefinition = ({ variable, type }: VariableDefinitionNode): string => `$${variable.name.value}: ${print(type)}`;

/** Reports required variables of a body without variables. */
function missingAll(definitions: readonly VariableDefinitionNode[], { query, placeholders }: QueryBody): readonly SchemaProblem[] {
  return definitions.filter(isNeeded).flatMap((d): SchemaProblem[] => {
    const { start, end } = d.variable.loc ?? { start: 0, end: 0 };
    const range = { start: query.start + start, end: query.start + end };
    if (placeholders.some((p) => p.start < range.end && range.start < p.end)) return [];
    const message = `The variable ${shownDefinition(d)} has no value: write the variables as JSON below the query, after an empty line.`;
    return [{ kind: 'error', range, message }];
  });
}

/** The JSON text with values of the same length in place of placeholders. */
function standInText(text: string, { start, end }: Range, placeholders: readonly Range[]): string {
  let filled = '';
  let at = start;
  let inString = false;
  for (const p of [...placeholders, { start: end, end }]) {
    const piece = text.slice(at, p.start).replaceAll('\\{{', ' {{');
    filled += piece;
    for (const m of piece.matchAll(/\\.|"/gs)) if (m[0] === '"') inString = !inString;
    filled += (inString ? 'x' : '1').repeat(p.end - p.start);
    at = p.end;
  }
  return filled;
}

class VariableChecker {
  readonly problems: SchemaProblem[] = [];
  readonly #base: number;
  readonly #placeholders: readonly Range[];

  constructor(base: number, placeholders: readonly Range[]) {
    this.#base = base;
    this.#placeholders = placeholders;
  }

  report({ start, end }: Range, message: string): void {
    this.problems.push({ kind: 'error', range: { start: start + this.#base, end: end + this.#base }, message });
  }

  holdsPlaceholder({ start, end }: Range): boolean {
    return this.#placeholders.some((p) => p.start - this.#base < end && start < p.end - this.#base);
  }

  value(type: GraphQLInputType, node: JsonNode, where: string): void {
    if (this.problems.length >= mostProblems) return;
    if (isNonNullType(type)) {
      if (node.kind === 'scalar' && node.value === null && !this.holdsPlaceholder(node.range))
        return this.#wrong(node, where, `cannot be null: its type is ${type.toString()}`);
      return this.value(type.ofType, node, where);
    }
    if (node.kind === 'scalar' && node.value === null) return;
    if (isListType(type)) {
      if (node.kind !== 'array') return this.value(type.ofType, node, where);
      node.items.forEach((item, i) => this.value(type.ofType, item, `${where}[${i}]`));
      return;
    }
    if (isInputObjectType(type)) {
      if (node.kind === 'object') return this.#object(type.getFields(), type.name, node, where);
      if (node.kind === 'array' || !this.#isUnquoted(node)) this.#wrong(node, where, `must be an object of the type ${type.name}`);
      return;
    }
    if (node.kind === 'scalar' && this.holdsPlaceholder(node.range)) {
      // In quotes a placeholder gives text, and an enum's name can be any.
      if (!this.#isUnquoted(node) && ['Int', 'Float', 'Boolean'].includes(type.name))
        this.#wrong(node, where, `must be of the type ${type.name}: write the placeholder without quotes`);
      return;
    }
    const problem = isEnumType(type)
      ? enumProblem(
          type.getValues().map((v) => v.name),
          type.name,
          node,
        )
      : scalarProblem(type.name, node);
    if (problem !== undefined) this.#wrong(node, where, problem);
  }

  /** Whether a placeholder is a whole value, which can have any type. */
  #isUnquoted(node: JsonNode): boolean {
    return node.kind === 'scalar' && typeof node.value !== 'string' && this.holdsPlaceholder(node.range);
  }

  #object(
    fields: Readonly<Record<string, Parameters<typeof isRequiredInputField>[0]>>,
    name: string,
    node: Extract<JsonNode, { readonly kind: 'object' }>,
    where: string,
  ): void {
    for (const { key, keyRange, value } of node.members) {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field !== undefined) this.value(field.type, value, `${where}.${key}`);
      else if (!this.holdsPlaceholder(keyRange)) this.report(keyRange, `The type ${name} has no field ${key}.`);
    }
    if (node.members.some((m) => this.holdsPlaceholder(m.keyRange))) return;
    const given = new Set(node.members.map((m) => m.key));
    for (const field of Object.values(fields))
      if (isRequiredInputField(field) && !given.has(field.name))
        this.report(
          { start: node.range.start, end: node.range.start + 1 },
          `${where} lacks the field ${field.name}: ${field.type.toString()}, which the type ${name} requires.`,
        );
  }

  #wrong(node: JsonNode, where: string, problem: string): void {
    const { start, end } = node.range;
    this.report({ start, end: node.kind === 'scalar' ? end : start + 1 }, `${where} ${problem}.`);
  }
}

function enumProblem(names: readonly string[], name: string, node: JsonNode): string | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'string' && names.includes(node.value)) return undefined;
  const shown = names.slice(0, 10).map((n) => `"${n}"`);
  return `must be a value of ${name}: ${shown.join(', ')}${names.length > 10 ? ' …' : ''}`;
}

/** Values of custom scalars can be anything. */
function scalarProblem(type: string, node: JsonNode): string | undefined {
  const value = node.kind === 'scalar' ? node.value : undefined;
  const token =
    typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : value !== undefined && isExactNumber(value)
        ? value.numberText
        : undefined;
  const number = token === undefined ? Number.NaN : Number(token);
  switch (type) {
    case 'Int':
      return Number.isInteger(number) && number >= -2_147_483_648 && number < 2_147_483_648
        ? undefined
        : 'must be an integer of 32 bits: its type is Int';
    case 'Float':
      return token !== undefined ? undefined : 'must be a number: its type is Float';
    case 'Boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false: its type is Boolean';
    case 'String':
      return typeof value === 'string' ? undefined : 'must be a string: its type is String';
    case 'ID':
      return typeof value === 'string' || Number.isInteger(number) ? undefined : 'must be a string or an integer: its type is ID';
    default:
      return undefined;
  }
}
