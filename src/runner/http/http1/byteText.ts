import { isUtf8 } from 'node:buffer';

/** Header bytes as text: UTF-8 where they are that, else each byte is the character of its number (RFC 9110 §5.5). */
export function byteText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  // Nearly all of them are ASCII, which is the same in both.
  return /[\x80-\xff]/.test(text) && isUtf8(bytes) ? bytes.toString() : text;
}
