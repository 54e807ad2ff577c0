import {
  getNamedType,
  isEnumType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { QueryBody, SchemaHover } from '../schemaTypes.ts';
import { maskedText } from './maskedText.ts';
import { fieldOf, inputTypeOf, placeIn, type QueryPlace } from './queryPlace.ts';
import { kindOf } from './queryEntries.ts';

type Described = Omit<SchemaHover, 'range'>;

/** The hover for the name at an offset of a query: its type and description in the schema. */
export function hoverInQuery(schema: GraphQLSchema, body: QueryBody, offset: number): SchemaHover | undefined {
  const { query, placeholders } = body;
  if (offset < query.start || offset >= query.end || placeholders.some((p) => p.start <= offset && offset < p.end)) return undefined;
  const { text } = maskedText(body, query);
  const at = offset - query.start;
  const start = at - (/\w*$/.exec(text.slice(0, at))?.[0].length ?? 0);
  const word = /^[_A-Za-z]\w*/.exec(text.slice(start))?.[0];
  if (word === undefined) return undefined;
  const { place, variables } = placeIn(schema, text, start);
  const alias = /^\s*:\s*([_A-Za-z]\w*)/.exec(text.slice(start + word.length))?.[1];
  const found =
    place?.kind === 'variable' || place?.kind === 'variable-name'
      ? ofVariable(schema, word, variables.get(word) ?? /^\s*:\s*([[\]!\w]+)/.exec(text.slice(start + word.length))?.[1])
      : place && describe(schema, place, word, alias);
  return found && { ...found, range: { start: query.start + start, end: query.start + start + word.length } };
}

function describe(schema: GraphQLSchema, place: QueryPlace, word: string, alias: string | undefined): Described | undefined {
  switch (place.kind) {
    case 'selection':
      return ofField(fieldOf(schema, place.type, alias ?? word), place.type);
    case 'argument':
    case 'object-field':
      return ofMember((place.all as readonly (GraphQLArgument | GraphQLInputField)[]).find(({ name }) => name === word));
    case 'type-condition':
    case 'variable-type':
      return ofType(schema.getType(word));
    case 'value': {
      const type = place.type && getNamedType(place.type);
      const value = isEnumType(type) ? type.getValue(word) : undefined;
      if (value === undefined || value === null || !isEnumType(type)) return undefined;
      return described(`enum ${type.name} { ${value.name} }`, value.description, value.deprecationReason);
    }
    case 'directive': {
      const directive = schema.getDirective(word);
      return directive ? described(`directive @${directive.name}${argumentsOf(directive.args)}`, directive.description) : undefined;
    }
    default:
      return undefined;
  }
}

const described = (signature: string, description?: string | null, deprecated?: string | null): Described => ({
  signature,
  description: description ?? undefined,
  deprecated: deprecated ?? undefined,
});

const mostArguments = 40;

export function argumentsOf(args: readonly GraphQLArgument[]): string {
  if (args.length === 0) return '';
  const shown = args.slice(0, mostArguments).map((a) => `${a.name}: ${a.type.toString()}`);
  if (args.length > mostArguments) shown.push('…');
  return shown.length < 3 ? `(${shown.join(', ')})` : `(\n${shown.map((a) => `  ${a}`).join('\n')}\n)`;
}

function ofField(field: GraphQLField<unknown, unknown> | undefined, parent: GraphQLNamedType | undefined): Described | undefined {
  if (field === undefined) return undefined;
  const of = parent === undefined ? '' : `${parent.name}.`;
  return described(`${of}${field.name}${argumentsOf(field.args)}: ${field.type.toString()}`, field.description, field.deprecationReason);
}

const ofMember = (member: GraphQLArgument | GraphQLInputField | undefined): Described | undefined =>
  member && described(`${member.name}: ${member.type.toString()}`, member.description, member.deprecationReason);

const ofType = (type: GraphQLNamedType | undefined): Described | undefined =>
  type && described(`${kindOf(type)} ${type.name}`, type.description);

function ofVariable(schema: GraphQLSchema, name: string, written: string | undefined): Described | undefined {
  if (written === undefined) return undefined;
  const type = inputTypeOf(schema, written);
  return described(`$${name}: ${written}`, type && getNamedType(type).description);
}
