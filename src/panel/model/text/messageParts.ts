import type { TestLine } from '../runModel.ts';

export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** The path of a value, or the place in a schema; `place` is the index in `places`. */
  | { readonly kind: 'value' | 'schema'; readonly text: string; readonly place: number };

/** A message split at the values and parts of schemas that it names, which follow in the order of the places. */
export function messageParts(message: string, places: NonNullable<TestLine['places']>): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let from = 0;
  const add = (kind: 'value' | 'schema', text: string, place: number): void => {
    // `body.age is "x" and must be an integer (./user.json#/type)`, `event 3: expected …`.
    const ends = kind === 'value' ? [`${text} `, `${text}:`] : [`(${text})`];
    const found = Math.min(...ends.map((end) => message.indexOf(end, from)).filter((at) => at >= 0));
    if (found === Infinity) return;
    const at = kind === 'value' ? found : found + 1;
    if (at > from) parts.push({ kind: 'text', text: message.slice(from, at) });
    parts.push({ kind, text, place });
    from = at + text.length;
  };
  for (const [i, { path, inBody, event, location, schema }] of places.entries()) {
    if (inBody !== undefined || event !== undefined) add('value', path, i);
    if (schema !== undefined) add('schema', location, i);
  }
  if (from < message.length) parts.push({ kind: 'text', text: message.slice(from) });
  return parts;
}
