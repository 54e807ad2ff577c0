import { isUtf8 } from 'node:buffer';

/** Header octets as text: UTF-8 where they are that, else each octet is the character of its number (RFC 9110 §5.5). */
export function octetText(octets: Buffer): string {
  return octets.toString(isUtf8(octets) ? 'utf8' : 'latin1');
}
