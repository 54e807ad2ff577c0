export { introspectionQuery, writtenSchema } from './introspection.ts';
export { isGraphqlName } from './query/maskedText.ts';
export { readSchema, type ReadSchema } from './readSchema.ts';
export { Schema } from './schema.ts';
export type { BuiltQuery, OperationKind, QueryBody, RootField, SchemaEntry, SchemaHover, SchemaProblem } from './schemaTypes.ts';
