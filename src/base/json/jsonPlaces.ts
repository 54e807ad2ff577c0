import type { JsonNode } from './json.ts';
import type { Range } from '../text/text.ts';

/** A step of a path into JSON: a key, an index, `*` for each element or member, or `..` for any depth before the next step. */
export type PlaceStep = string | number | typeof each | typeof deep;

export const each = { every: 'child' } as const;
export const deep = { every: 'depth' } as const;

/** A key in double quotes is unescaped as a JSON string. */
const step =
  /(\.\.)|\.?([^\s.,[\]"'*]+)|\.?(\*)|\[(\d+)\]|\[(\*)\]|\["((?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*)"\]|\['((?:[^'\\]|\\.)*)'\]/uy;

/**
 * Parses a path at an offset of a text: `updatedAt`, `$.items[*].id`, `list[0]`, `$..id`, `["a key"].b`. Undefined if no path begins there.
 * @returns the path and the offset after it
 */
export function readPlacePath(text: string, start: number): { readonly path: readonly PlaceStep[]; readonly end: number } | undefined {
  let end = start + (/^\$(?=[.[,\s]|$)/.test(text.slice(start, start + 2)) ? 1 : 0);
  const path: PlaceStep[] = [];
  for (;;) {
    step.lastIndex = end;
    const found = step.exec(text);
    // Names need a dot between them; brackets and what follows `..` need none.
    if (found === null || (path.length > 0 && path.at(-1) !== deep && !/^[.[]/.test(found[0]))) break;
    path.push(stepOf(found));
    end = step.lastIndex;
  }
  return path.length === 0 || path.at(-1) === deep ? undefined : { path, end };
}

function stepOf([, depth, name, star, index, all, quoted, single]: RegExpExecArray): PlaceStep {
  if (depth !== undefined) return deep;
  if (star !== undefined || all !== undefined) return each;
  if (index !== undefined) return Number(index);
  if (quoted !== undefined) return JSON.parse(`"${quoted}"`) as string;
  return name ?? single?.replaceAll(/\\(.)/g, '$1') ?? '';
}

/** The ranges of all values that match a path. Ranges may be nested. */
export function placesOf(node: JsonNode, [first, ...rest]: readonly PlaceStep[]): readonly Range[] {
  if (first === undefined) return [node.range];
  const children: readonly { readonly key: string | number; readonly value: JsonNode }[] =
    node.kind === 'array' ? node.items.map((value, key) => ({ key, value })) : node.kind === 'object' ? node.members : [];
  if (first === deep) return [...placesOf(node, rest), ...children.flatMap(({ value }) => placesOf(value, [first, ...rest]))];
  // A numeric step also matches a member with that key.
  const isMeant = (key: string | number): boolean =>
    first === each || key === first || (typeof first === 'number' && key === String(first));
  return children.flatMap(({ key, value }) => (isMeant(key) ? placesOf(value, rest) : []));
}
