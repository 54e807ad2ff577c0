import type { Value } from '../../../base/values/value.ts';
import type { Segment } from '../../syntax/path.ts';
import { Unresolved } from '../variables/unresolved.ts';
import { childOf, noChild, pathText } from './valuePath.ts';

/**
 * Follows a path into a value.
 * @param from index of the first segment that is a step into the value
 * @throws Unresolved at the first step that does not exist
 */
export function walk(value: Value, segments: readonly Segment[], from: number, root: string): Value {
  let current = value;
  for (let i = from; i < segments.length; i++) {
    const { key } = segments[i] as Segment;
    const child = childOf(current, key);
    if (child === undefined)
      throw new Unresolved({ ...noChild(current, key, i === from ? root : pathText(segments.slice(0, i))), step: i });
    current = child;
  }
  return current;
}
