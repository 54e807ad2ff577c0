import {
  hasOwn,
  is,
  isArray,
  isError,
  isNaNNumber,
  mapForEach,
  mapGet,
  mapSize,
  objectKeys,
  regExpToString,
  setForEach,
  setSize,
  timeOf,
} from '../primordials.ts';
import { classNameOf } from '../apiValues.ts';

interface Pair {
  readonly up: Pair | undefined;
  readonly a: object;
  readonly b: object;
}

/** Whether two values have the same shape and content; NaN equals NaN, dates equal by time, maps and sets by their members. */
export function deepEqual(a: unknown, b: unknown, within?: Pair): boolean {
  if (a === b || is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  // Inside a cycle both sides have come round to the same place.
  for (let p = within; p !== undefined; p = p.up) if (p.a === a && p.b === b) return true;
  const inside: Pair = { up: within, a, b };
  if (isArray(a) || isArray(b)) return isArray(a) && isArray(b) && a.length === b.length && equalKeys(a, b, inside);
  const timeA = timeOf(a);
  const timeB = timeOf(b);
  if (timeA !== undefined || timeB !== undefined) return timeA === timeB || (isNaNNumber(timeA) && isNaNNumber(timeB));
  if (isError(a) || isError(b)) return false;
  const maps = both(mapSize, a, b);
  if (maps !== undefined) return maps && equalMaps(a, b, inside);
  const sets = both(setSize, a, b);
  if (sets !== undefined) return sets && equalSets(a, b, inside);
  if (classNameOf(a) !== classNameOf(b)) return false;
  if (classNameOf(a) === 'RegExp') return regExpToString(a) === regExpToString(b);
  return equalKeys(a, b, inside);
}

function equalKeys(a: object, b: object, inside: Pair): boolean {
  const keys = objectKeys(a);
  if (keys.length !== objectKeys(b).length) return false;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (!hasOwn(b, key)) return false;
    if (!deepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], inside)) return false;
  }
  return true;
}

function equalMaps(a: object, b: object, inside: Pair): boolean {
  let equal = true;
  mapForEach(a, (value, key) => {
    equal &&= deepEqual(value, mapGet(b as Map<unknown, unknown>, key), inside);
  });
  return equal;
}

function equalSets(a: object, b: object, inside: Pair): boolean {
  let equal = true;
  setForEach(a, (x) => {
    let found = false;
    setForEach(b, (y) => {
      found ||= deepEqual(x, y, inside);
    });
    equal &&= found;
  });
  return equal;
}

/** Undefined if neither is of that class, else whether both are, with the same size. */
function both(size: (o: object) => number | undefined, a: object, b: object): boolean | undefined {
  const sizeA = size(a);
  const sizeB = size(b);
  return sizeA === undefined && sizeB === undefined ? undefined : sizeA === sizeB;
}
