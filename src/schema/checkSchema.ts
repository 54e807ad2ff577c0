import { isArrayValue, isObjectValue, type Value } from '../base/values/value.ts';
import type { SchemaError } from './frame.ts';
import { metaSchemas } from './metaSchemas.ts';
import { SchemaSet, type SchemaPlace } from './schemaSet.ts';
import type { SchemaWork } from './schemaWork.ts';
import { Validator } from './validate.ts';

const metaOf: Partial<Readonly<Record<SchemaPlace['resource']['dialect'], string>>> = {
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'openapi-3.1': 'https://json-schema.org/draft/2020-12/schema',
};
/** Number of parts between two calls of `goOn`. */
const turn = 1024;
const made = new Map<string, Promise<Validator>>();

/** Why the root of a set is not a valid schema of its dialect; undefined if it is, and for dialects without a meta-schema here. */
export async function schemaProblem(root: Value, set: SchemaSet, work: SchemaWork): Promise<string | undefined> {
  if (!isObjectValue(root)) return undefined;
  const errors = await schemaErrors(root, set.placeOf(root), work);
  // After an alternative that does not hold, the errors of its nearest schema say what is wrong.
  const error = errors.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'oneOf') ?? errors[0];
  return error && `it is not a schema, because #${error.path.map((key) => `/${key}`).join('')} ${error.message}`;
}

async function schemaErrors(schema: Value, { resource }: SchemaPlace, work: SchemaWork): Promise<readonly SchemaError[]> {
  const uri = metaOf[resource.dialect];
  if (uri === undefined) return [];
  let validator = made.get(uri);
  if (validator === undefined) made.set(uri, (validator = validatorOf(uri)));
  const { goOn, run } = work;
  const meta = await validator;
  // The patterns of these schemas are simple.
  const test = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);
  return run(() => meta.validate(schema, { formats: false, goOn, test, shared: sharedParts(schema, goOn) }));
}

/** Lists and objects that a value contains several times, as by aliases of YAML. */
function sharedParts(value: Value, goOn: () => void): ReadonlySet<Value> {
  const seen = new Set<Value>();
  const shared = new Set<Value>();
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isArrayValue(next) && !isObjectValue(next)) continue;
    if (seen.has(next)) {
      shared.add(next);
      continue;
    }
    seen.add(next);
    if (seen.size % turn === 0) goOn();
    for (const child of next.values()) waiting.push(child);
  }
  return shared;
}

async function validatorOf(uri: string): Promise<Validator> {
  const set = new SchemaSet(() => Promise.resolve(undefined));
  return new Validator(set, await set.add(uri, metaSchemas().get(uri)));
}
