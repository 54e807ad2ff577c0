import { headerValue } from '../../base/text/headerValue.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { BodyReader } from '../../runner/index.ts';

/** Bytes with random access. */
export type Bytes = Pick<BodyReader, 'size' | 'read'>;

/**
 * Decodes a part with base64 transfer encoding (RFC 2045 §6.8), ignoring white space and truncation.
 * @returns undefined for other encodings, or invalid base64
 */
export function decodedPart(headers: readonly HeaderPair[], part: Bytes): Bytes | undefined {
  const encoding = headerValue(headers, 'content-transfer-encoding');
  if (encoding?.trim().toLowerCase() !== 'base64') return undefined;
  const text = Buffer.from(part.read(0, part.size)).toString('latin1').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}
