import type { OutgoingHttpHeaders } from 'node:http2';
import type { Target } from '../exchange/checkRequest.ts';
import type { Message } from '../exchange/message.ts';

/**
 * The headers as an object, the only form that every supported Node.js accepts. Node.js keeps the key order and sends names in lower
 * case. A repeated name gets a key in another case each time, so its fields keep their positions. Numeric names go first, as
 * JavaScript orders such keys.
 */
export function requestHeaders({ method, path, headers }: Message, { scheme }: Target): OutgoingHttpHeaders {
  // A header may be named __proto__.
  const out: Record<string, string | string[]> = Object.assign(Object.create(null), {
    ':method': method,
    ':scheme': scheme,
    ':path': path,
  });
  const times = new Map<string, number>();
  for (const [name, value] of headers) {
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const key = inCase(name, time);
    const before = out[key];
    // Node.js encodes values as latin1: one character per UTF-8 byte.
    const bytes = Buffer.from(value).toString('latin1');
    out[key] = before === undefined ? bytes : [before, bytes].flat();
  }
  return out;
}

/** The lower-case name in upper/lower-case variant `number`; the last variant if there are fewer. */
function inCase(name: string, number: number): string {
  const letters = name.replaceAll(/[^a-z]/g, '').length;
  let left = Math.min(number, 2 ** letters - 1);
  let out = '';
  for (const c of name) {
    const isLetter = c >= 'a' && c <= 'z';
    out += isLetter && left % 2 === 1 ? c.toUpperCase() : c;
    if (isLetter) left = Math.floor(left / 2);
  }
  return out;
}
