import { checkInclude, checkKeys, checkMembers, checkOneOf, checkProperty } from './expectCollections.ts';
import { checkBy, checkChange, checkDescriptor, checkRespondTo, checkSubset, objectProperties } from './expectObjects.ts';
import type { Checked, Flags } from './expectTypes.ts';
import { checkThrow } from './expectThrow.ts';
import { deepEqual } from './deepEqual.ts';
import { AssertionError } from '../errors.ts';
import { inspect } from '../inspect.ts';
import {
  indexOf,
  isArray,
  isError,
  isFiniteNumber,
  isNaNNumber,
  mapSize,
  objectKeys,
  regExpExec,
  regExpToString,
  setSize,
  timeOf,
  toLowerCase,
  toBoolean,
  toObject,
  toText,
  TypeErrorCtor,
} from '../primordials.ts';
import { classNameOf } from '../apiValues.ts';
import { words } from '../chaiWords.ts';

type Property = (subject: unknown, flags: Flags) => Checked;
type Check = (subject: unknown, flags: Flags, ...args: never[]) => Checked;

/** Checks without parentheses: `expect(x).to.be.true`. */
export const properties: Readonly<Record<string, Property>> = {
  __proto__: null,
  ok: (x: unknown) => ({ holds: toBoolean(x), claim: 'be truthy' }),
  true: (x: unknown) => ({ holds: x === true, claim: 'be true' }),
  false: (x: unknown) => ({ holds: x === false, claim: 'be false' }),
  null: (x: unknown) => ({ holds: x === null, claim: 'be null' }),
  undefined: (x: unknown) => ({ holds: x === undefined, claim: 'be undefined' }),
  NaN: (x: unknown) => ({ holds: isNaNNumber(x), claim: 'be NaN' }),
  finite: (x: unknown) => ({ holds: isFiniteNumber(x), claim: 'be a finite number' }),
  exist: (x: unknown) => ({ holds: x !== null && x !== undefined, claim: 'exist' }),
  exists: (x: unknown) => ({ holds: x !== null && x !== undefined, claim: 'exist' }),
  empty: (x: unknown) => ({ holds: (sizeOf(x) ?? keyCount(x)) === 0, claim: 'be empty' }),
  numeric: objectProperties['numeric'],
  callable: objectProperties['callable'],
  extensible: objectProperties['extensible'],
  sealed: objectProperties['sealed'],
  frozen: objectProperties['frozen'],
  iterable: objectProperties['iterable'],
  arguments: objectProperties['arguments'],
  Arguments: objectProperties['Arguments'],
} as never;

const equal: Check = (x, flags, expected: unknown) =>
  flags.deep
    ? { holds: deepEqual(x, expected), claim: words`deeply equal ${inspect(expected)}`, wanted: [expected] }
    : {
        holds: x === expected,
        claim: words`equal ${inspect(expected)}`,
        wanted: [expected],
        ...(deepEqual(x, expected) ? { found: 'another object with the same content (use deep.equal)' } : {}),
      };

const eql: Check = (x, _flags, expected: unknown) => ({
  holds: deepEqual(x, expected),
  claim: words`deeply equal ${inspect(expected)}`,
  wanted: [expected],
});

const a: Check = (x, _flags, type: unknown) => {
  if (typeof type !== 'string') throw new TypeErrorCtor("the type must be text, as in .a('string')");
  const article = regExpExec(/^[aeiou]/i, type) === null ? 'a' : 'an';
  const found = typeName(x);
  return { holds: toLowerCase(type) === found, claim: words`be ${article} ${type}`, found };
};

const instance: Check = (x, _flags, ctor: unknown) => {
  if (typeof ctor !== 'function') throw new TypeErrorCtor('instanceof needs a class');
  return { holds: x instanceof ctor, claim: words`be an instance of ${inspect(ctor)}` };
};

/** Compares amounts: of numbers, bigints and dates, or of the length after the word `length`. */
function comparison(how: string, holds: (x: number | bigint, y: number | bigint) => boolean): Check {
  return (x, flags, limit: unknown) => ({
    ...amountOf(x, flags, (n) => holds(n, limitOf(limit))),
    claim: words`${flags.ofLength ? 'have a length' : 'be'} ${how} ${inspect(limit)}`,
  });
}

const within: Check = (x, flags, low: unknown, high: unknown) => ({
  ...amountOf(x, flags, (n) => n >= limitOf(low) && n <= limitOf(high)),
  claim: words`${flags.ofLength ? 'have a length' : 'be'} within ${inspect(low)} and ${inspect(high)}`,
});

const closeTo: Check = (x, flags, expected: unknown, delta: unknown) => {
  if (typeof expected !== 'number' || typeof delta !== 'number') throw new TypeErrorCtor('closeTo(expected, delta) needs two numbers');
  return {
    ...amountOf(x, flags, (n) => typeof n === 'number' && n >= expected - delta && n <= expected + delta),
    claim: words`be close to ${expected} ± ${delta}`,
  };
};

const length: Check = (x, _flags, expected: unknown) => {
  const found = sizeOf(x);
  return {
    holds: found !== undefined && found === expected,
    claim: words`have a length of ${inspect(expected)}`,
    found: toText(found ?? 'no length'),
  };
};

const match: Check = (x, _flags, pattern: unknown) => {
  if (classNameOf(toObject(pattern)) !== 'RegExp') throw new TypeErrorCtor('match needs a regular expression');
  const holds = typeof x === 'string' && regExpExec(pattern as RegExp, x) !== null;
  return { holds, claim: words`match ${regExpToString(pattern as RegExp)}` };
};

const string: Check = (x, _flags, part: unknown) => ({
  holds: typeof x === 'string' && typeof part === 'string' && indexOf(x, part) >= 0,
  claim: words`contain the text ${inspect(part)}`,
});

const satisfy: Check = (x, _flags, test: unknown) => {
  if (typeof test !== 'function') throw new TypeErrorCtor('satisfy needs a function');
  return { holds: toBoolean((test as (x: unknown) => unknown)(x)), claim: words`satisfy ${inspect(test)}` };
};

const above = comparison('above', (x, y) => x > y);
const least = comparison('at least', (x, y) => x >= y);
const below = comparison('below', (x, y) => x < y);
const most = comparison('at most', (x, y) => x <= y);
const change = checkChange('change');
const increase = checkChange('increase');
const decrease = checkChange('decrease');
const ownProperty: Check = (x, flags, ...args: never[]) =>
  args.length < 2 ? checkProperty(x, { ...flags, own: true }, args[0]) : checkProperty(x, { ...flags, own: true }, args[0], args[1]);

export const checks: Readonly<Record<string, Check>> = {
  __proto__: null,
  equal,
  equals: equal,
  eq: equal,
  eql,
  eqls: eql,
  a,
  an: a,
  instanceof: instance,
  instanceOf: instance,
  include: checkInclude,
  includes: checkInclude,
  contain: checkInclude,
  contains: checkInclude,
  above,
  gt: above,
  greaterThan: above,
  least,
  gte: least,
  greaterThanOrEqual: least,
  below,
  lt: below,
  lessThan: below,
  most,
  lte: most,
  lessThanOrEqual: most,
  within,
  closeTo,
  approximately: closeTo,
  length,
  lengthOf: length,
  property: checkProperty,
  ownProperty,
  haveOwnProperty: ownProperty,
  keys: checkKeys,
  key: checkKeys,
  members: checkMembers,
  oneOf: checkOneOf,
  match,
  matches: match,
  string,
  throw: checkThrow,
  throws: checkThrow,
  Throw: checkThrow,
  satisfy,
  satisfies: satisfy,
  respondTo: checkRespondTo,
  respondsTo: checkRespondTo,
  ownPropertyDescriptor: checkDescriptor,
  haveOwnPropertyDescriptor: checkDescriptor,
  containSubset: checkSubset,
  change,
  changes: change,
  increase,
  increases: increase,
  decrease,
  decreases: decrease,
  by: checkBy,
} as never;

function amountOf(x: unknown, flags: Flags, holds: (n: number | bigint) => boolean): { readonly holds: boolean; readonly found?: string } {
  const n = flags.ofLength ? sizeOf(x) : numberOf(x);
  // `not.above(5)` does not hold of what has no amount at all.
  if (n === undefined)
    throw new AssertionError(words`expected ${inspect(x)} to ${flags.ofLength ? 'have a length' : 'be a number or a date'}`);
  return flags.ofLength ? { holds: holds(n), found: toText(n) } : { holds: holds(n) };
}

function numberOf(x: unknown): number | bigint | undefined {
  if (typeof x === 'number' || typeof x === 'bigint') return x;
  return typeof x === 'object' && x !== null ? timeOf(x) : undefined;
}

function limitOf(x: unknown): number | bigint {
  const n = numberOf(x);
  if (n === undefined) throw new TypeErrorCtor(words`the limit must be a number or a date, not ${inspect(x)}`);
  return n;
}

function sizeOf(x: unknown): number | undefined {
  if (typeof x === 'string') return x.length;
  if ((typeof x !== 'object' && typeof x !== 'function') || x === null) return undefined;
  const size = mapSize(x) ?? setSize(x);
  if (size !== undefined) return size;
  const own: unknown = (x as { readonly length?: unknown }).length;
  return typeof own === 'number' ? own : undefined;
}

const keyCount = (x: unknown): number | undefined => (typeof x === 'object' && x !== null ? objectKeys(x).length : undefined);

function typeName(x: unknown): string {
  if (x === null) return 'null';
  if (typeof x !== 'object') return typeof x;
  if (isArray(x)) return 'array';
  if (timeOf(x) !== undefined) return 'date';
  if (isError(x)) return 'error';
  if (mapSize(x) !== undefined) return 'map';
  if (setSize(x) !== undefined) return 'set';
  const name = classNameOf(x);
  return name === 'RegExp' || name === 'Promise' ? toLowerCase(name) : 'object';
}
