import { isSpecifiedScalarType, type GraphQLSchema } from 'graphql';
import { buildQuery, rootFields } from './build/buildQuery.ts';
import { checkQuery } from './query/checkQuery.ts';
import { entriesInQuery } from './query/queryEntries.ts';
import { hoverInQuery } from './query/queryHover.ts';
import type { BuiltQuery, OperationKind, QueryBody, RootField, SchemaEntries, SchemaHover, SchemaProblem } from './schemaTypes.ts';
import { checkVariables } from './variables/checkVariables.ts';
import { entriesInVariables } from './variables/variableEntries.ts';

/** A schema and lookups for queries. All results are plain data. */
export class Schema {
  readonly #schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The number of named types, without those of the specification. */
  get size(): number {
    return Object.values(this.#schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type)).length;
  }

  check(body: QueryBody): readonly SchemaProblem[] {
    const { problems, document } = checkQuery(this.#schema, body);
    return document === undefined ? problems : [...problems, ...checkVariables(this.#schema, document, body)];
  }

  /** Completion entries at an offset of a body; undefined if there are none. */
  entriesAt(body: QueryBody, offset: number): SchemaEntries | undefined {
    const { variables } = body;
    return variables !== undefined && offset > variables.start
      ? entriesInVariables(this.#schema, body, offset)
      : entriesInQuery(this.#schema, body, offset);
  }

  hoverAt(body: QueryBody, offset: number): SchemaHover | undefined {
    return hoverInQuery(this.#schema, body, offset);
  }

  rootFields(): readonly RootField[] {
    return rootFields(this.#schema);
  }

  /** A query of a root field, with its required arguments as variables; undefined if there is no such field. */
  build(operation: OperationKind, field: string): BuiltQuery | undefined {
    return buildQuery(this.#schema, operation, field);
  }
}
