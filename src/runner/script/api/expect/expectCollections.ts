import { deepEqual } from './deepEqual.ts';
import type { Checked, Flags } from './expectTypes.ts';
import { inspect } from '../inspect.ts';
import {
  append,
  hasOwn,
  indexOf,
  is,
  isArray,
  mapForEach,
  mapSize,
  objectKeys,
  regExpExec,
  setForEach,
  setSize,
  toObject,
  toText,
  TypeErrorCtor,
} from '../primordials.ts';
import { words } from '../chaiWords.ts';

const same = (a: unknown, b: unknown, flags: Flags): boolean => (flags.deep ? deepEqual(a, b) : a === b || is(a, b));
const deeply = (flags: Flags): string => (flags.deep ? 'deeply ' : '');

function holdsItem(list: readonly unknown[], item: unknown, flags: Flags): boolean {
  for (let i = 0; i < list.length; i++) if (same(list[i], item, flags)) return true;
  return false;
}

/** Members of an array, a set or a map's values; undefined for anything else. */
function membersOf(x: unknown): readonly unknown[] | undefined {
  if (isArray(x)) return x as readonly unknown[];
  if (typeof x !== 'object' || x === null) return undefined;
  const out: unknown[] = [];
  if (setSize(x) !== undefined) setForEach(x, (v) => append(out, v));
  else if (mapSize(x) !== undefined) mapForEach(x, (v) => append(out, v));
  else return undefined;
  return out;
}

/** A part of a text, a member of an array, set or map, or a subset of an object's properties. */
export function checkInclude(x: unknown, flags: Flags, part: unknown): Checked {
  const claim = words`${deeply(flags)}include ${inspect(part)}`;
  if (typeof x === 'string') return { holds: typeof part === 'string' && indexOf(x, part) >= 0, claim };
  const members = membersOf(x);
  if (members !== undefined) return { holds: holdsItem(members, part, flags), claim };
  if (typeof x !== 'object' || x === null || typeof part !== 'object' || part === null)
    throw new TypeErrorCtor(words`include searches texts, arrays, sets, maps and objects, not ${inspect(x)}`);
  const keys = objectKeys(part);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const found = propertyOf(x, key, flags);
    if (found === undefined || !same(found.value, (part as Record<string, unknown>)[key], flags)) return { holds: false, claim };
  }
  return { holds: true, claim };
}

/** `property(name)`, `property(name, value)`; the rest of the chain checks the property's value. */
export function checkProperty(x: unknown, flags: Flags, name: unknown, ...expected: unknown[]): Checked {
  if (typeof name !== 'string' && typeof name !== 'number') throw new TypeErrorCtor('property needs a name');
  const found = x === null || x === undefined ? undefined : propertyOf(toObject(x), toText(name), flags);
  const kind = words`${deeply(flags)}${flags.nested ? 'nested ' : ''}${flags.own ? 'own ' : ''}`;
  if (expected.length === 0)
    return { holds: found !== undefined, claim: words`have a ${kind}property ${inspect(name)}`, next: found?.value };
  return {
    holds: found !== undefined && same(found.value, expected[0], flags),
    claim: words`have a ${kind}property ${inspect(name)} of ${inspect(expected[0])}`,
    found: found === undefined ? 'no such property' : inspect(found.value),
    ...(found === undefined ? {} : { wanted: [expected[0]] as const }),
    next: found?.value,
  };
}

/**
 * Exactly these keys; with `include` at least these, with `any` one of them. Forms: `keys('a', 'b')`, `keys(['a', 'b'])`, `keys({a: 1})`.
 */
export function checkKeys(x: unknown, flags: Flags, ...args: unknown[]): Checked {
  if (typeof x !== 'object' || x === null) throw new TypeErrorCtor(words`keys needs an object, not ${inspect(x)}`);
  const wanted = wantedKeys(args);
  const there = keysOf(x);
  let met = 0;
  for (let i = 0; i < wanted.length; i++) if (holdsItem(there, wanted[i], flags)) met++;
  const all = met === wanted.length && (flags.contains || there.length === wanted.length);
  const how = flags.any ? 'any of the keys' : flags.contains ? 'at least the keys' : 'exactly the keys';
  return { holds: flags.any ? met > 0 : all, claim: words`have ${how} ${inspect(wanted)}`, found: inspect(there) };
}

function wantedKeys(args: readonly unknown[]): readonly unknown[] {
  const first = args[0];
  if (args.length !== 1 || typeof first !== 'object' || first === null) return args;
  return isArray(first) ? (first as readonly unknown[]) : objectKeys(first);
}

function keysOf(x: object): readonly unknown[] {
  if (mapSize(x) === undefined) return membersOfSet(x) ?? objectKeys(x);
  const out: unknown[] = [];
  mapForEach(x, (_, key) => append(out, key));
  return out;
}

const membersOfSet = (x: object): readonly unknown[] | undefined => (setSize(x) === undefined ? undefined : membersOf(x));

/** The same members in any order; after `ordered` in this order, after `include` at least these. */
export function checkMembers(x: unknown, flags: Flags, wanted: unknown): Checked {
  const there = membersOf(x);
  const list = membersOf(wanted);
  if (there === undefined || list === undefined) throw new TypeErrorCtor('members needs two arrays');
  const claim = words`have ${flags.contains ? 'at least ' : ''}the members ${inspect(wanted)}${flags.ordered ? ' in this order' : ''}`;
  const wantedAll = flags.contains ? {} : { wanted: [wanted] as const };
  if (!flags.contains && there.length !== list.length) return { holds: false, claim, ...wantedAll };
  const taken: boolean[] = [];
  for (let i = 0; i < there.length; i++) append(taken, false);
  for (let i = 0; i < list.length; i++) {
    const at = flags.ordered ? (same(there[i], list[i], flags) ? i : -1) : freeMember(there, taken, list[i], flags);
    if (at < 0) return { holds: false, claim, ...wantedAll };
    // An array may hold the same member twice; a subset may ask for it more often.
    if (!flags.contains) taken[at] = true;
  }
  return { holds: true, claim };
}

function freeMember(there: readonly unknown[], taken: readonly boolean[], wanted: unknown, flags: Flags): number {
  for (let i = 0; i < there.length; i++) if (taken[i] !== true && same(there[i], wanted, flags)) return i;
  return -1;
}

export function checkOneOf(x: unknown, flags: Flags, list: unknown): Checked {
  if (!isArray(list)) throw new TypeErrorCtor('oneOf needs an array');
  return { holds: holdsItem(list as readonly unknown[], x, flags), claim: words`${deeply(flags)}be one of ${inspect(list)}` };
}

const step = /(?:^|\.)([^.[\]]+)|\[(\d+)\]/y;

/** A property, own or inherited; after `nested`, the value at a path: `a.b[0].c`. */
function propertyOf(x: object, name: string, flags: Flags): { readonly value: unknown } | undefined {
  if (!flags.nested) return oneProperty(x, name, flags);
  let here: { readonly value: unknown } | undefined = { value: x };
  step.lastIndex = 0;
  while (step.lastIndex < name.length) {
    const found = regExpExec(step, name);
    if (found === null) throw new TypeErrorCtor(words`${inspect(name)} is not a path`);
    const value: unknown = here.value;
    if (value === null || value === undefined) return undefined;
    here = oneProperty(toObject(value), (found[1] ?? found[2]) as string, flags);
    if (here === undefined) return undefined;
  }
  return here;
}

function oneProperty(x: object, key: string, flags: Flags): { readonly value: unknown } | undefined {
  const there = flags.own ? hasOwn(x, key) : key in x;
  return there ? { value: (x as Record<string, unknown>)[key] } : undefined;
}
