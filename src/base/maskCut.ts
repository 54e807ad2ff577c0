import { maskText } from './mask.ts';

/** Of a secret that was cut off, fewer characters than these say nothing. */
const shortest = 3;

/**
 * Hides the beginning of a secret that stands before a `…`, where a long text was cut for a message: no mask finds what is not
 * whole. For messages, not for long texts.
 */
export function maskCut(text: string, secrets: Iterable<string>): string {
  if (!text.includes('…')) return text;
  const forms = [...secrets].flatMap((secret) => [secret, ...escapedForms(secret), btoa(unescapedOctets(secret))]);
  return text.replace(/[^…]{1,4000}…/g, (part) => {
    const before = part.slice(0, -1);
    const longest = Math.max(0, ...forms.map((form) => beginningAtEnd(before, form)));
    return longest < shortest ? part : `${before.slice(0, before.length - longest)}${maskText}…`;
  });
}

/** As it stands in JSON, and in JSON in JSON. */
function escapedForms(secret: string): readonly string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  return once === secret ? [] : [once, JSON.stringify(once).slice(1, -1)];
}

const unescapedOctets = (text: string): string => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** How many characters of the beginning of a form a text ends with. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= shortest; length--)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}
