import type { HeaderPair } from '../../protocol/exchangeFacts.ts';
import type { BodyReader } from '../../runner/index.ts';

/** Bytes that can be read from any place. */
export type Bytes = Pick<BodyReader, 'size' | 'read'>;

/**
 * What the headers of a part say is written as base64 (RFC 2045 §6.8), decoded; white space and what was cut off are no obstacle.
 * @returns undefined where they say nothing of the kind, or it is no base64
 */
export function decodedPart(headers: readonly HeaderPair[], part: Bytes): Bytes | undefined {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-transfer-encoding')?.[1];
  if (encoding?.trim().toLowerCase() !== 'base64') return undefined;
  const text = Buffer.from(part.read(0, part.size)).toString('latin1').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}
