import { parseJson } from '../../src/base/json/json.ts';
import { PreparedSchema } from '../../src/runner/check/preparedSchema.ts';
import * as schemas from '../../src/schema/index.ts';

/** A schema from JSON, for checks of events. A text that is not JSON allows everything. */
export async function preparedSchema(written: string): Promise<PreparedSchema> {
  const set = new schemas.SchemaSet(() => Promise.resolve(undefined));
  const validator = new schemas.Validator(set, await set.add('file:///s.json', parseJson(written) ?? true));
  return new PreparedSchema({
    name: 'the schema',
    module: schemas,
    validator,
    shownLocation: (location) => location,
    fileOf: () => undefined,
    timeMs: 10_000,
    run: (limit, work) => Promise.resolve(work(limit)),
  });
}
