import { createHash, createHmac } from 'node:crypto';

const algorithms: readonly string[] = ['md5', 'sha1', 'sha256', 'sha512'];
const encodings: readonly string[] = ['hex', 'base64'];

function check(algorithm: string, encoding: string): { readonly algorithm: string; readonly encoding: 'hex' | 'base64' } {
  const plain = algorithm.toLowerCase().replace('-', '');
  if (!algorithms.includes(plain)) throw new TypeError(`"${algorithm}" is not a supported hash: use md5, sha1, sha256 or sha512`);
  if (!encodings.includes(encoding)) throw new TypeError(`"${encoding}" is not a supported encoding: use hex or base64`);
  return { algorithm: plain, encoding: encoding as 'hex' | 'base64' };
}

/**
 * Digest of a text's UTF-8 bytes.
 * @param algorithm md5, sha1, sha256 or sha512
 * @param encoding hex or base64
 * @throws {TypeError} on another algorithm or encoding
 */
export function hash(algorithm: string, text: string, encoding: string): string {
  const by = check(algorithm, encoding);
  return createHash(by.algorithm).update(text, 'utf8').digest(by.encoding);
}

/** HMAC (RFC 2104) over the UTF-8 bytes of key and text. Parameters and errors as for `hash`. */
export function hmac(algorithm: string, key: string, text: string, encoding: string): string {
  const by = check(algorithm, encoding);
  return createHmac(by.algorithm, Buffer.from(key, 'utf8')).update(text, 'utf8').digest(by.encoding);
}
