import { query } from 'jsonpath-rfc9535';
import type { Kit } from '../kit.ts';

/** Syntax of paths that select more than one value. */
const several = /\.\.|\*|\?|\[[^\]'"]*[:,]/;

/**
 * `jsonPath` of JetBrains' HTTP Client (RFC 9535): the value of a path that selects at most one, the list of values for any other path.
 * Null if there is no value.
 */
function jsonPath(value: unknown, path: unknown): unknown {
  if (typeof path !== 'string') throw new TypeError('jsonPath(value, path): path must be text');
  const json: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  const found = query(json as Parameters<typeof query>[0], path) as readonly unknown[];
  return several.test(path.replace(/'[^']*'|"[^"]*"/g, '')) ? found : (found[0] ?? null);
}

/** Names of JetBrains' `$random` that are values instead of functions, by group. */
const values: Readonly<Record<string, readonly string[]>> = {
  '': ['uuid', 'email'],
  name: ['firstName', 'lastName', 'fullName'],
  address: ['city', 'country'],
  internet: ['emailAddress'],
  phoneNumber: ['phoneNumber'],
};

/** `$random` of JetBrains' HTTP Client. Fills in the placeholders of these names, so a seed makes its values repeatable too. */
function randomOf({ tool }: Kit): object {
  const made = (name: string, ...given: readonly unknown[]): string => {
    const numbers = given.filter((n) => n !== undefined);
    if (!numbers.every((n) => typeof n === 'number' && Number.isFinite(n)))
      throw new TypeError(`$random.${name}: arguments must be numbers`);
    return tool.interpolate(`{{$random.${name}${numbers.length === 0 ? '' : `(${numbers.map(String).join(', ')})`}}}`);
  };
  const random: Record<string, unknown> = {
    integer: (from?: number, to?: number) => Number(made('integer', from, to)),
    float: (from?: number, to?: number) => Number(made('float', from, to)),
    alphabetic: (length: number) => made('alphabetic', length),
    alphanumeric: (length: number) => made('alphanumeric', length),
    hexadecimal: (length: number) => made('hexadecimal', length),
  };
  for (const [group, names] of Object.entries(values)) {
    const own = group === '' ? random : (random[group] = {});
    for (const name of names)
      Object.defineProperty(own, name, { enumerable: true, get: () => made(group === '' ? name : `${group}.${name}`) });
  }
  return random;
}

export const create = (kit: Kit): { readonly jsonPath: typeof jsonPath; readonly $random: object } => ({
  jsonPath,
  $random: randomOf(kit),
});
