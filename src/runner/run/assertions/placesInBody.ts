import { selectedPath } from '../../../base/jsonPath/locatedTree.ts';
import type { Value } from '../../../base/values/value.ts';
import { childOf, type AssertionSubject } from '../../../language/index.ts';
import type { InBody } from '../../check/preparedSchema.ts';
import { queryLimit, type QueryLimit } from '../../check/queryLimit.ts';

/** Milliseconds to find the places of a failed value. They only lead to it. */
const placesMs = 100;

/** The places of a subject's parts in the body; undefined if the subject is elsewhere. */
export function placesInBody(subject: AssertionSubject | undefined, body: () => Value): InBody | undefined {
  if (subject?.kind !== 'path' || subject.root !== 'body' || subject.selector !== undefined) return undefined;
  const { steps, query } = subject;
  if (query === undefined) return (path) => [...steps, ...path];
  let limit: QueryLimit | undefined;
  return (path) => {
    limit ??= queryLimit(placesMs);
    const within = limit;
    const root = steps.reduce<Value | undefined>((value, step) => (value === undefined ? undefined : childOf(value, step)), body());
    if (root === undefined) return undefined;
    // A path that can select several values is a list, whose items are elsewhere in the body each.
    const [nth, ...rest] = query.isSingular ? [-1, ...path] : path;
    if (typeof nth !== 'number') return undefined;
    const selected = selectedPath(query.query, root, nth, { goOn: () => !within.isOver(), test: (pattern, text) => pattern.test(text) });
    return selected && [...steps, ...selected, ...rest];
  };
}
