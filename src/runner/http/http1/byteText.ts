import { isUtf8 } from 'node:buffer';
import type { Header } from '../../../language/index.ts';

/** Decodes header bytes as UTF-8 if they are valid UTF-8, else as latin1 (RFC 9110 §5.5). */
export function byteText(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  // ASCII, by far the most common case, is the same in both.
  return /[\x80-\xff]/.test(text) && isUtf8(bytes) ? bytes.toString() : text;
}

/** Received headers whose value is in latin1. */
const inLatin1 = new WeakSet<Header>();

/** @param bytes the received value as latin1 text: one character per byte */
export function receivedHeader(name: string, bytes: string): Header {
  if (!/[\x80-\xff]/.test(bytes)) return [name, bytes];
  const header: Header = [name, byteText(Buffer.from(bytes, 'latin1'))];
  if (header[1] === bytes) inLatin1.add(header);
  return header;
}

/** The value of a received header as a reference of a URL: as browsers and curl do, with the bytes that came. */
export const referenceIn = (header: Header): string =>
  inLatin1.has(header) ? header[1].replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`) : header[1];
