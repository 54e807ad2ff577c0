import { query } from 'jsonpath-rfc9535';

/** What makes a path name more than one value. */
const several = /\.\.|\*|\?|\[[^\]'"]*[:,]/;

/**
 * `jsonPath` of JetBrains' HTTP Client (RFC 9535): the value of a path that names one, the list of values of any other path.
 * Null if there is no value.
 */
function jsonPath(value: unknown, path: unknown): unknown {
  if (typeof path !== 'string') throw new TypeError('jsonPath(value, path): path must be text');
  const json: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  const found = query(json as Parameters<typeof query>[0], path) as readonly unknown[];
  return several.test(path.replace(/'[^']*'|"[^"]*"/g, '')) ? found : (found[0] ?? null);
}

export const create = (): { readonly jsonPath: typeof jsonPath } => ({ jsonPath });
