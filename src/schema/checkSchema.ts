import type { Value } from '../base/values/value.ts';
import type { SchemaError } from './frame.ts';
import { metaSchemas } from './metaSchemas.ts';
import { SchemaSet, type SchemaPlace } from './schemaSet.ts';
import { Validator } from './validate.ts';

const metaOf: Partial<Readonly<Record<SchemaPlace['resource']['dialect'], string>>> = {
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'openapi-3.1': 'https://json-schema.org/draft/2020-12/schema',
};
const made = new Map<string, Promise<Validator>>();

/** What is wrong with a schema by the schema of its dialect; nothing for the dialects that have none here. */
export async function schemaErrors(schema: Value, { resource }: SchemaPlace, goOn: () => void): Promise<readonly SchemaError[]> {
  const uri = metaOf[resource.dialect];
  if (uri === undefined) return [];
  let validator = made.get(uri);
  if (validator === undefined) made.set(uri, (validator = validatorOf(uri)));
  // The patterns of these schemas are simple.
  return (await validator).validate(schema, { formats: false, goOn, test: (pattern, text) => new RegExp(pattern, 'u').test(text) });
}

async function validatorOf(uri: string): Promise<Validator> {
  const set = new SchemaSet(() => Promise.resolve(undefined));
  return new Validator(set, await set.add(uri, metaSchemas().get(uri)));
}
