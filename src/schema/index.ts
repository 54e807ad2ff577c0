export { schemaProblem } from './checkSchema.ts';
export type { SchemaError } from './frame.ts';
export { inferSchema } from './infer.ts';
export { readDocument, type ReadDocument } from './readDocument.ts';
export { SchemaProblem, SchemaSet } from './schemaSet.ts';
export type { SchemaWork } from './schemaWork.ts';
export { Validator, type KeywordUse } from './validate.ts';
