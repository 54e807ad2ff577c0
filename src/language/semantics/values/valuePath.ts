import { nestingProblem } from '../../../base/json/json.ts';
import { isArrayValue, isObjectValue, typeOfValue, type Value } from '../../../base/values/value.ts';
import type { Segment } from '../../syntax/path.ts';
import type { HostPiece } from '../request/url/hostPiece.ts';
import * as problems from '../variables/placeholderProblems.ts';
import type { Problem } from '../variables/placeholderProblems.ts';

export type Evaluated =
  /** `pieces`: the parts of a composed text that are in the host of a URL into which it is inserted. */
  { readonly ok: true; readonly value: Value; readonly pieces?: readonly HostPiece[] } | { readonly ok: false; readonly problem: Problem };

/** The path as text: `user.tags[0]`. */
export function pathText(segments: readonly Segment[]): string {
  return segments
    .map(({ key }, i) => {
      if (typeof key === 'number') return `[${key}]`;
      if (i === 0) return key;
      return /^[\p{L}\p{M}\p{N}_$-]+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}

/** The own property, element or array length of a value; undefined if there is none. */
export function childOf(value: Value, key: string | number): Value | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArrayValue(value)) return key === 'length' ? value.length : typeof key === 'number' ? value[key] : undefined;
  return isObjectValue(value) ? value.get(String(key)) : undefined;
}

/** The problem if `childOf` returns undefined. `parent` is the path to the value. */
export function noChild(value: Value, key: string | number, parent: string): Problem {
  if (isArrayValue(value))
    return typeof key === 'number' ? problems.indexOutOfRange(parent, key, value.length) : problems.noProperties(parent, 'array', key);
  if (typeof value === 'object' && value !== null && isObjectValue(value))
    return problems.missingProperty(parent, String(key), [...value.keys()]);
  const type = typeOfValue(value);
  return typeof key === 'number' ? problems.notAnArray(parent, type, key) : problems.noProperties(parent, type, key);
}

/** Like `childOf`, with a problem instead of undefined. `parent` is the path to the value. */
export function stepInto(value: Value, key: string | number, parent: string): Evaluated {
  const child = childOf(value, key);
  return child === undefined ? { ok: false, problem: noChild(value, key, parent) } : { ok: true, value: child };
}

/** Follows `login.response.headers.Location` in the exchange of `login`. Header names are case-insensitive (RFC 9110 §5.1). */
export function stepsIntoExchange(exchange: Value, segments: readonly Segment[]): Evaluated {
  let value = exchange;
  for (let i = 1; i < segments.length; i++) {
    const { key } = segments[i] as Segment;
    // REST Client's `body.$.token` is `body.token`.
    if (key === '$' && segments[i - 1]?.key === 'body') continue;
    const parent = pathText(segments.slice(0, i));
    // A body that is nested too deeply is a text.
    const isOfBody = segments[2]?.key === 'body' && (i === 3 || (i === 4 && segments[3]?.key === '$'));
    const problem = isOfBody && typeof value === 'string' ? nestingProblem(value) : undefined;
    if (problem !== undefined) return { ok: false, problem: { ...problems.unreadBody(pathText(segments.slice(0, 3)), problem), step: i } };
    const step = i === 3 && segments[2]?.key === 'headers' ? headerNamed(value, String(key), parent) : stepInto(value, key, parent);
    if (!step.ok) return { ok: false, problem: { ...step.problem, step: i } };
    value = step.value;
  }
  return { ok: true, value };
}

function headerNamed(headers: Value, name: string, parent: string): Evaluated {
  if (headers instanceof Map) {
    for (const [key, value] of headers as ReadonlyMap<string, Value>)
      if (key.toLowerCase() === name.toLowerCase()) return { ok: true, value };
  }
  return stepInto(headers, name, parent);
}
