import type { Value } from '../../../base/value.ts';
import type { Segment } from '../../syntax/path.ts';
import { Unresolved } from '../variables/unresolved.ts';
import { childOf, noChild, pathText } from './valuePath.ts';

/** The value that a path leads to from a value. Throws Unresolved at the step that leads nowhere. @param from the first of its segments that is a step */
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
