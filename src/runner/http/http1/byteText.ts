import { isUtf8 } from 'node:buffer';

/** Decodes header bytes as UTF-8 if they are valid UTF-8, else as latin1 (RFC 9110 §5.5). */
export function byteText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  // ASCII, by far the most common case, is the same in both.
  return /[\x80-\xff]/.test(text) && isUtf8(bytes) ? bytes.toString() : text;
}
