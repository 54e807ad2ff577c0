import { readPlacePath, type PlaceStep } from '../../base/json/jsonPlaces.ts';

export type IgnoredPaths =
  | { readonly ok: true; readonly paths: readonly (readonly PlaceStep[])[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the right side of `matchesSnapshot`: empty, or `ignoring` and paths separated by commas (`updatedAt, items[*].id`).
 * Paths are relative to the compared value; a leading `$.` is optional.
 */
export function readIgnoredPaths(text: string): IgnoredPaths {
  if (text === '') return { ok: true, paths: [] };
  const rest = /^ignoring(?:\s+(.*))?$/s.exec(text)?.[1]?.trim();
  if (rest === undefined || rest === '')
    return { ok: false, message: 'matchesSnapshot takes no value, or `ignoring` and paths: `ignoring updatedAt, items[*].id`.' };
  const paths: (readonly PlaceStep[])[] = [];
  for (let at = 0; ;) {
    at += /^\s*/.exec(rest.slice(at))?.[0].length ?? 0;
    const read = readPlacePath(rest, at);
    const after = /^\s*(,|$)/.exec(rest.slice(read?.end ?? at));
    if (read === undefined || after === null)
      return {
        ok: false,
        message: `\`${rest.slice(at).trim()}\` is not a path: write \`updatedAt\`, \`items[*].id\` or \`["a key"]\`, separated by commas.`,
      };
    paths.push(read.path);
    at = read.end + after[0].length;
    if (after[1] !== ',') return { ok: true, paths };
  }
}
