import { parseJson } from '../../../base/json/json.ts';
import { isObjectValue, valueToJson, type Value } from '../../../base/values/value.ts';
import type { AssertedResponse } from '../../check/assertedResponse.ts';
import type { RunPattern } from '../../check/assertions.ts';
import { keepOrCompare, type SnapshotPlace, type SnapshotPorts, type SnapshotResult } from '../../check/snapshot.ts';
import { subjectValue } from '../../check/subjectValue.ts';
import { atLength } from '../values/atLength.ts';
import { readSchema, type SchemaPorts } from './runSchemas.ts';

/**
 * Compares the members and types of a value with the shape in `__snapshots__`, which is a JSON Schema.
 * @throws {ReqError} if the response cannot be read, or a file cannot be read or written
 */
export async function checkShape(
  place: SnapshotPlace,
  { response, body }: { readonly response: AssertedResponse; readonly body: () => Value },
  ports: SnapshotPorts & { readonly schemas: SchemaPorts; readonly runPattern: RunPattern },
): Promise<SnapshotResult> {
  const { subject, left } = place.node;
  const found = subject && subjectValue(subject, response, body, ports.limit);
  if (found?.found !== true) return { passed: false, message: found?.why ?? `${left.text} cannot be read` };
  const { inferSchema } = await import('../../../schema/index.ts');
  const actual = await atLength(ports.host, response.size, () => ports.mask(valueToJson(inferSchema(found.value, { open: false }), 2)));
  return keepOrCompare(place, actual, ports, async (kept, shown, mend) => {
    const written = parseJson(kept);
    if (written === undefined || !isObjectValue(written)) return { passed: false, message: `${shown} is not a shape: ${mend}` };
    const schema = await readSchema(written, { ...ports.schemas, inline: { name: shown, size: kept.length } });
    if (!schema.ok) return { passed: false, message: schema.message };
    const result = await schema.schema.check(found.value, left.text, false, ports.runPattern);
    return result.passed ? result : { ...result, message: `${result.message}; ${mend}` };
  });
}
