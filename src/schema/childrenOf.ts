import { pointerToken } from '../base/text/jsonPointer.ts';
import { isArrayValue, isObjectValue, type ObjectValue, type Value } from '../base/values/value.ts';
import { subschemas } from './dialects.ts';

/** The schemas directly inside a schema, with the JSON pointers to them. */
export function* childrenOf(schema: ObjectValue): Generator<readonly [string, Value]> {
  for (const [keyword, value] of schema) {
    const form = subschemas.get(keyword);
    if (form === undefined) continue;
    const at = pointerToken(keyword);
    if (isArrayValue(value)) {
      if (form === 'list' || form === 'one-or-list') for (const [i, child] of value.entries()) yield [`${at}/${i}`, child];
    } else if (form === 'one' || form === 'one-or-list') yield [at, value];
    else if (isObjectValue(value) && form !== 'list') for (const [name, child] of value) yield [`${at}/${pointerToken(name)}`, child];
  }
}
