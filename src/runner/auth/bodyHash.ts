import { createHash } from 'node:crypto';
import type { Body } from '../http/exchange/requestBody.ts';

/** The hash of a body's octets, in hexadecimal digits. Files are read for it, and again when they are sent. */
export async function bodyHash(body: Body, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  const octets = body.open(false);
  if (Buffer.isBuffer(octets)) hash.update(octets);
  else if (octets !== null) for await (const chunk of octets) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
