import { readJson, type JsonNode } from '../../../base/json/json.ts';
import { movedRange, type Range } from '../../../base/text/text.ts';
import type { Span } from '../../syntax/nodes.ts';

/** A body with digits in place of its placeholders, which are valid inside and outside of strings. Offsets stay. */
export const withoutPlaceholders = (text: string): string => text.replace(/\{\{[^{}]*\}\}/g, (p) => '1'.repeat(p.length));

/** The tree of a JSON body; undefined if it cannot be parsed. */
export function bodyNode({ text }: Span): JsonNode | undefined {
  const read = readJson(withoutPlaceholders(text));
  return read.ok ? read.node : undefined;
}

/** The node at a path; undefined if it does not exist. */
export const nodeAt = (node: JsonNode | undefined, path: readonly (string | number)[]): JsonNode | undefined =>
  path.reduce<JsonNode | undefined>(
    (at, key) =>
      at?.kind === 'object'
        ? at.members.findLast((m) => m.key === key)?.value
        : at?.kind === 'array' && typeof key === 'number'
          ? at.items[key]
          : undefined,
    node,
  );

/**
 * The range of a value in a body, or of its nearest ancestor that exists.
 * @param isKey returns the range of the key
 */
export function placeInBody(body: Span, node: JsonNode | undefined, path: readonly (string | number)[], isKey: boolean): Range {
  if (node === undefined) return body;
  let at = node;
  let range: Range = node.range;
  for (const [i, key] of path.entries()) {
    const member = at.kind === 'object' ? at.members.findLast((m) => m.key === key) : undefined;
    const next = at.kind === 'array' && typeof key === 'number' ? at.items[key] : member?.value;
    if (next === undefined) break;
    at = next;
    range = isKey && i === path.length - 1 && member !== undefined ? member.keyRange : next.range;
  }
  // Of a whole object its first character, so that not all of it is underlined.
  const shown = at.kind === 'scalar' || range !== at.range ? range : { start: range.start, end: range.start + 1 };
  return movedRange(shown, body.start);
}
