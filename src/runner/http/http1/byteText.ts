import { isUtf8 } from 'node:buffer';

/** Header octets as text: UTF-8 where they are that, else each octet is the character of its number (RFC 9110 §5.5). */
export function octetText(octets: Buffer): string {
  const text = octets.toString('latin1');
  // Nearly all of them are ASCII, which is the same in both.
  return /[\x80-\xff]/.test(text) && isUtf8(octets) ? octets.toString() : text;
}
