import { largestOf } from './lists.ts';
import { maskText } from './mask.ts';

/** Of a secret that was cut off, fewer characters than these say nothing. */
const shortest = 3;

/**
 * Hides the beginning of a secret that stands before a `…`, and the end of one behind it, where a long text was cut for a message:
 * no mask finds what is not whole. For messages, not for long texts.
 */
export function maskCut(text: string, secrets: Iterable<string>): string {
  let at = text.indexOf('…');
  if (at < 0) return text;
  const forms = Array.from(secrets, formsOf).flat();
  let out = '';
  let from = 0;
  for (; at >= 0; at = text.indexOf('…', from)) {
    const before = text.slice(from, at);
    const longest = largestOf(
      forms.map((form) => beginningAtEnd(before, form)),
      0,
    );
    out += longest === 0 ? before : `${before.slice(0, before.length - longest)}${maskText}`;
    const after = largestOf(
      forms.map((form) => endAtBeginning(text, at + 1, form)),
      0,
    );
    out += after === 0 ? '…' : `…${maskText}`;
    from = at + 1 + after;
  }
  return out + text.slice(from);
}

/** As it is, as it stands in JSON and in JSON in JSON, percent-encoded, in a form, and in base64. */
function formsOf(secret: string): readonly string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  const percent = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, once, twice, percent, percent.replaceAll('%20', '+'), btoa(bytes)])];
}

/** How many characters of the beginning of a form a text ends with; 0 where they say nothing. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= shortest; length--)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

/** How many characters of the end of a form stand at a place of a text; 0 where they say nothing. */
function endAtBeginning(text: string, at: number, form: string): number {
  for (let length = Math.min(form.length - 1, text.length - at); length >= shortest; length--)
    if (text.startsWith(form.slice(-length), at)) return length;
  return 0;
}
