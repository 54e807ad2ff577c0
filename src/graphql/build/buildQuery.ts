import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import { argumentsOf } from '../query/queryHover.ts';
import { rootOf } from '../query/queryPlace.ts';
import type { BuiltQuery, OperationKind, RootField } from '../schemaTypes.ts';

const operations = ['query', 'mutation', 'subscription'] as const;

export function rootFields(schema: GraphQLSchema): readonly RootField[] {
  return operations.flatMap((operation) =>
    fieldsOf(rootOf(schema, operation)).map((field): RootField => ({
      operation,
      name: field.name,
      signature: `${field.name}${argumentsOf(field.args).replaceAll(/\s+/g, ' ')}: ${field.type.toString()}`,
      description: field.description ?? undefined,
    })),
  );
}

const fieldsOf = (type: GraphQLNamedType | undefined): readonly GraphQLField<unknown, unknown>[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/** Levels of objects below the field whose scalar fields are selected. */
const deepest = 2;
/** Maximum lines of a selection, and maximum types that an interface or union is split into. */
const mostLines = 80;
const mostTypes = 5;

/** Writes a query of one field of a root type: required arguments are variables, and the fields without arguments are selected. */
export function buildQuery(schema: GraphQLSchema, operation: OperationKind, name: string): BuiltQuery | undefined {
  const field = fieldsOf(rootOf(schema, operation)).find((f) => f.name === name);
  if (field === undefined) return undefined;
  const needed = field.args.filter(isRequiredArgument);
  const definitions = needed.map((a) => `$${a.name}: ${a.type.toString()}`).join(', ');
  const given = needed.map((a) => `${a.name}: $${a.name}`).join(', ');
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const selection = new Selection(schema).of(getNamedType(field.type), 2, []);
  const query = [
    `${operation} ${title}${definitions === '' ? '' : `(${definitions})`} {`,
    `  ${name}${given === '' ? '' : `(${given})`}${selection.length === 0 ? '' : ' {'}`,
    ...selection,
    ...(selection.length === 0 ? [] : ['  }']),
    '}',
  ].join('\n');
  const values = needed.map((a) => [a.name, sampleOf(a.type, [])] as const);
  return { query, variables: values.length === 0 ? undefined : JSON.stringify(Object.fromEntries(values), null, 2) };
}

class Selection {
  readonly #schema: GraphQLSchema;
  #lines = 0;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /**
   * The lines of a selection of a type.
   * @param level of indentation
   * @param around the types that the selection is in
   */
  of(type: GraphQLNamedType, level: number, around: readonly GraphQLNamedType[]): string[] {
    if (isLeafType(type)) return [];
    const inner = [...around, type];
    const lines: string[] = [];
    const push = (text: string): void => {
      lines.push(`${'  '.repeat(level)}${text}`);
      this.#lines++;
    };
    const usable = fieldsOf(type).filter((f) => !f.args.some(isRequiredArgument) && !f.deprecationReason);
    for (const f of usable) if (isLeafType(getNamedType(f.type)) && this.#lines < mostLines) push(f.name);
    for (const f of usable) {
      const of = getNamedType(f.type);
      // Pages of a list (edges, node) are one level.
      const depth = inner.filter((t) => !/(?:Connection|Edge)$/.test(t.name)).length;
      if (isLeafType(of) || inner.includes(of) || depth >= deepest || inner.length > deepest * 2 || this.#lines >= mostLines) continue;
      this.#nest(f.name, this.of(of, level + 1, inner), lines, push);
    }
    if (isAbstractType(type)) {
      push('__typename');
      if (!isInterfaceType(type))
        for (const possible of this.#schema.getPossibleTypes(type).slice(0, mostTypes))
          if (!inner.includes(possible) && inner.length <= deepest)
            this.#nest(`... on ${possible.name}`, this.of(possible, level + 1, inner), lines, push);
    }
    if (lines.length === 0) push('__typename');
    return lines;
  }

  #nest(head: string, selection: readonly string[], lines: string[], push: (text: string) => void): void {
    push(`${head} {`);
    lines.push(...selection);
    push('}');
  }
}

/** An example value of a type. Input objects have their required fields. */
function sampleOf(type: GraphQLInputType, around: readonly string[]): unknown {
  const plain = getNullableType(type);
  if (isListType(plain)) {
    const item = plain.ofType;
    return isNonNullType(item) ? [sampleOf(item, around)] : [];
  }
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  if (isInputObjectType(named)) {
    if (around.includes(named.name) || around.length > 5) return {};
    const needed = Object.values(named.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(needed.map((f) => [f.name, sampleOf(f.type, [...around, named.name])]));
  }
  return named.name === 'Int' || named.name === 'Float' ? 0 : named.name === 'Boolean' ? false : '';
}
