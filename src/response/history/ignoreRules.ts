import { readPlacePath, type PlaceStep } from '../../base/json/jsonPlaces.ts';

/** A parsed rule of the setting: a header name, or a path in the body. */
export type IgnoreRule =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body'; readonly path: readonly PlaceStep[] };

/**
 * Parses `$.timestamp`, `body.items[*].id`, `$..createdAt`, `headers.date`, `header Date`. Undefined if the rule is
 * invalid.
 */
export function readIgnoreRule(rule: string): IgnoreRule | undefined {
  const text = rule.trim();
  const header =
    /^headers?(?:\.|\s+)([^\s]+)$/i.exec(text)?.[1] ?? /^headers?\[(?:'([^']+)'|"([^"]+)")\]$/i.exec(text)?.slice(1).find(Boolean);
  if (header !== undefined) return { kind: 'header', name: header.toLowerCase() };
  const path = text.replace(/^(?:\$|body)(?=[.[]|$)/, '');
  const read = readPlacePath(path, 0);
  return read?.end === path.length ? { kind: 'body', path: read.path } : undefined;
}
