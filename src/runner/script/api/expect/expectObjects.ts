import { deepEqual } from './deepEqual.ts';
import type { Change, Checked, Flags } from './expectTypes.ts';
import { inspect } from '../inspect.ts';
import {
  classText,
  getOwnPropertyDescriptor,
  is,
  isArray,
  isExtensible,
  isFrozen,
  isSealed,
  iteratorSymbol,
  objectKeys,
  timeOf,
  toBoolean,
  toObject,
  toText,
  TypeErrorCtor,
} from '../primordials.ts';
import { classNameOf } from '../apiValues.ts';
import { words } from '../chaiWords.ts';

const isObject = (x: unknown): x is object => (typeof x === 'object' && x !== null) || typeof x === 'function';

/** Checks without parentheses of whether an object can be changed. A primitive value cannot, so it is sealed and frozen. */
export const objectProperties: Readonly<Record<string, (subject: unknown) => Checked>> = {
  __proto__: null,
  numeric: (x: unknown) => ({ holds: typeof x === 'number' || typeof x === 'bigint', claim: 'be numeric' }),
  callable: (x: unknown) => ({ holds: typeof x === 'function', claim: 'be a callable function' }),
  extensible: (x: unknown) => ({ holds: isObject(x) && isExtensible(x), claim: 'be extensible' }),
  sealed: (x: unknown) => ({ holds: !isObject(x) || isSealed(x), claim: 'be sealed' }),
  frozen: (x: unknown) => ({ holds: !isObject(x) || isFrozen(x), claim: 'be frozen' }),
  iterable: (x: unknown) => ({ holds: isIterable(x), claim: 'be iterable' }),
  arguments: (x: unknown) => ({ holds: classText(x) === '[object Arguments]', claim: 'be the arguments of a function' }),
  Arguments: (x: unknown) => ({ holds: classText(x) === '[object Arguments]', claim: 'be the arguments of a function' }),
} as never;

function isIterable(x: unknown): boolean {
  return x !== null && x !== undefined && typeof (x as { readonly [Symbol.iterator]?: unknown })[iteratorSymbol] === 'function';
}

/** A method of the object. For a class, a method of its instances; after `itself`, one of the class. */
export function checkRespondTo(x: unknown, flags: Flags, method: unknown): Checked {
  const claim = words`respond to ${inspect(method)}`;
  if (x === null || x === undefined) return { holds: false, claim };
  const holder: unknown = typeof x === 'function' && !flags.itself ? (x as { readonly prototype?: unknown }).prototype : x;
  if (holder === null || holder === undefined) return { holds: false, claim };
  return { holds: typeof (holder as Record<string, unknown>)[toText(method)] === 'function', claim };
}

/** `ownPropertyDescriptor(name)`, `ownPropertyDescriptor(name, descriptor)`; the rest of the chain checks the descriptor. */
export function checkDescriptor(x: unknown, _flags: Flags, name: unknown, wanted?: unknown): Checked {
  if (typeof name !== 'string' && typeof name !== 'number') throw new TypeErrorCtor('ownPropertyDescriptor needs a name');
  const found = x === null || x === undefined ? undefined : getOwnPropertyDescriptor(toObject(x), name);
  const claim = words`have an own property descriptor for ${inspect(name)}`;
  if (found === undefined || !isObject(wanted)) return { holds: found !== undefined, claim, next: found };
  return {
    holds: deepEqual(found, wanted),
    claim: words`${claim} of ${inspect(wanted)}`,
    found: inspect(found),
    wanted: [wanted],
    next: found,
  };
}

interface Pair {
  readonly up: Pair | undefined;
  readonly part: object;
  readonly whole: object;
}

/** At least these properties, at any depth; for arrays, each of the given items. A function must return true for its value. */
export function checkSubset(x: unknown, _flags: Flags, part: unknown): Checked {
  return { holds: holdsSubset(part, x), claim: words`contain the subset ${inspect(part)}`, wanted: [part] };
}

function holdsSubset(part: unknown, whole: unknown, within?: Pair): boolean {
  if (part === whole || is(part, whole)) return true;
  if (typeof part !== 'object' || typeof whole !== 'object' || part === null || whole === null) return false;
  for (let p = within; p !== undefined; p = p.up) if (p.part === part && p.whole === whole) return true;
  const inside: Pair = { up: within, part, whole };
  if (isArray(part)) return isArray(whole) && everyIn(part, whole, inside);
  if (timeOf(part) !== undefined || !isPlain(part)) return deepEqual(part, whole);
  const keys = objectKeys(part);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const wanted = (part as Record<string, unknown>)[key];
    const actual = (whole as Record<string, unknown>)[key];
    if (typeof wanted === 'function' && wanted !== actual) {
      if (!toBoolean((wanted as (value: unknown) => unknown)(actual))) return false;
    } else if (!holdsSubset(wanted, actual, inside)) return false;
  }
  return true;
}

function everyIn(part: readonly unknown[], whole: readonly unknown[], inside: Pair): boolean {
  for (let i = 0; i < part.length; i++) {
    let isThere = false;
    for (let j = 0; j < whole.length && !isThere; j++) isThere = holdsSubset(part[i], whole[j], inside);
    if (!isThere) return false;
  }
  return true;
}

function isPlain(x: object): boolean {
  const name = classNameOf(x);
  return name !== 'Map' && name !== 'Set' && name !== 'RegExp';
}

/** `change(object, 'name')` and `change(() => value)`: whether calling the subject changes that value. */
export function checkChange(how: Change['how']): (x: unknown, flags: Flags, of: unknown, name?: unknown) => Checked {
  return (x, _flags, of, name) => {
    if (typeof x !== 'function') throw new TypeErrorCtor(words`${how} needs a function: tool.expect(() => …).to.${how}(object, 'name')`);
    const read = reader(how, of, name);
    const before = read();
    if (how !== 'change' && typeof before !== 'number') throw new TypeErrorCtor(words`${how} needs a number, not ${inspect(before)}`);
    (x as () => unknown)();
    const after = read();
    const holds =
      how === 'change'
        ? before !== after
        : how === 'increase'
          ? (after as number) > (before as number)
          : (after as number) < (before as number);
    const what = name === undefined || name === null ? 'the value' : inspect(name);
    return { holds, claim: words`${how} ${what} from ${inspect(before)}`, found: inspect(after), change: { how, before, after } };
  };
}

function reader(how: string, of: unknown, name: unknown): () => unknown {
  if (name === undefined || name === null) {
    if (typeof of !== 'function') throw new TypeErrorCtor(words`${how} needs an object and a name, or a function that gives the value`);
    return of as () => unknown;
  }
  if (!isObject(of) || !((toText(name) as never) in of)) throw new TypeErrorCtor(words`${how} finds no property ${inspect(name)}`);
  return () => (of as Record<string, unknown>)[toText(name)];
}

/** After `change`, `increase` and `decrease`: the amount of the change. */
export function checkBy(_x: unknown, flags: Flags, delta: unknown): Checked {
  const { change } = flags;
  if (change === undefined) throw new TypeErrorCtor('by follows change, increase or decrease');
  const { how, before, after } = change;
  if (typeof delta !== 'number') throw new TypeErrorCtor('by needs a number');
  const far = how === 'decrease' ? (before as number) - (after as number) : (after as number) - (before as number);
  const size = (n: number): number => (n < 0 ? -n : n);
  return { holds: (how === 'change' ? size(far) : far) === size(delta), claim: words`${how} by ${delta}`, found: inspect(far) };
}
