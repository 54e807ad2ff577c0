import { createHash } from 'node:crypto';
import type { Body } from '../../http/exchange/measureBody.ts';

/**
 * Hashes a body; files are read, and read again when they are sent.
 * @param algorithm name for node:crypto
 * @returns hexadecimal digits
 */
export async function bodyHash(body: Body, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  const bytes = body.open(false);
  if (Buffer.isBuffer(bytes)) hash.update(bytes);
  else if (bytes !== null) for await (const chunk of bytes) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
