export { introspectionQuery, writtenSchema } from './introspection.ts';
export { readSchema, type ReadSchema } from './readSchema.ts';
export type { Schema } from './schema.ts';
export { SchemaCache, type SchemaSource, type SchemaState } from './schemaCache.ts';
export type { BuiltQuery, QueryBody } from './schemaTypes.ts';
