import type { OutgoingHttpHeaders } from 'node:http2';
import type { Target } from '../exchange/checkRequest.ts';
import type { Message } from '../exchange/message.ts';

/**
 * The headers of a message in the only form that every supported Node takes: an object, whose order is kept and whose names
 * are put in lower case when they go out. A name that stands more than once is a key of another case each time, so that its
 * lines stay between the others as they are. (Names that are numbers come first: so are the keys of objects.)
 */
export function requestHeaders({ method, path, headers }: Message, { scheme }: Target): OutgoingHttpHeaders {
  const out: Record<string, string | string[]> = { ':method': method, ':scheme': scheme, ':path': path };
  const times = new Map<string, number>();
  for (const [name, value] of headers) {
    const time = times.get(name) ?? 0;
    times.set(name, time + 1);
    const key = inCase(name, time);
    const before = out[key];
    // Each byte as a character.
    const bytes = Buffer.from(value).toString('latin1');
    out[key] = before === undefined ? bytes : [before, bytes].flat();
  }
  return out;
}

/** The lower-case name in one of its cases, by number; where there are no more in the last. */
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
