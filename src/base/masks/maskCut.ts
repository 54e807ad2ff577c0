import { largestOf } from '../lists.ts';
import { maskText } from './mask.ts';

/** Shorter fragments of a secret are not hidden. */
const shortest = 3;

/**
 * Hides fragments of secrets beside each `…` of a shortened text: the beginning of one before it, the end of one after
 * it. `createMask` finds whole secrets only. For short texts such as messages.
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
      forms.map((form) => prefixAtEnd(before, form)),
      0,
    );
    out += longest === 0 ? before : `${before.slice(0, before.length - longest)}${maskText}`;
    const after = largestOf(
      forms.map((form) => suffixAt(text, at + 1, form)),
      0,
    );
    out += after === 0 ? '…' : `…${maskText}`;
    from = at + 1 + after;
  }
  return out + text.slice(from);
}

/** A secret plain, in JSON, in JSON in JSON, percent-encoded, form-encoded, and in base64. */
function formsOf(secret: string): readonly string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  const percent = encodeURIComponent(secret.toWellFormed());
  return [...new Set([secret, once, twice, percent, percent.replaceAll('%20', '+'), btoa(bytes)])];
}

/** The length of the longest prefix of `form` that `text` ends with; 0 if it is too short to hide. */
function prefixAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length >= shortest; length--)
    if (text.endsWith(form.slice(0, length))) return length;
  return 0;
}

/** The length of the longest suffix of `form` at an offset of `text`; 0 if it is too short to hide. */
function suffixAt(text: string, at: number, form: string): number {
  for (let length = Math.min(form.length - 1, text.length - at); length >= shortest; length--)
    if (text.startsWith(form.slice(-length), at)) return length;
  return 0;
}
