import { kit, useKit, type Kit } from '../kit.ts';

/** Bytes of crypto-js. */
interface Words {
  concat(other: Words): Words;
  toString(encoding: Encoding): string;
}

interface Encoding {
  parse(text: string): Words;
}

interface CryptoJs {
  readonly enc: { readonly Hex: Encoding };
  readonly lib: { readonly WordArray: { create(): Words } };
  readonly [hash: `Hmac${string}`]: (input: Words, key: Words) => Words;
}

interface Bytes extends Uint8Array {
  toString(encoding?: string): string;
}

interface BufferClass {
  from(value: unknown, encoding?: string): Bytes;
  isBuffer(value: unknown): boolean;
}

/** Node's names of the hashes in crypto-js. */
const hashes: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha224: 'SHA224',
  sha256: 'SHA256',
  sha384: 'SHA384',
  sha512: 'SHA512',
  ripemd160: 'RIPEMD160',
  rmd160: 'RIPEMD160',
};

const buffers = (): BufferClass => kit().load('buffer')['Buffer'] as BufferClass;
const cryptoJs = (): CryptoJs => kit().load('crypto-js')['package'] as CryptoJs;

/** `require("crypto")` of Node.js: hashes, HMACs and random values. Synchronous, as scripts expect; the rest is in `crypto.subtle`. */
export function create(given: Kit): Readonly<Record<string, unknown>> {
  useKit(given);
  const web = globalThis.crypto;
  const api = {
    createHash: (name: unknown) => {
      const hash = (cryptoJs() as unknown as Readonly<Record<string, (input: Words) => Words>>)[hashOf(name)] as (input: Words) => Words;
      return collector(hash);
    },
    createHmac: (name: unknown, key: unknown) => {
      const keyed = cryptoJs()[`Hmac${hashOf(name)}`] as (input: Words, key: Words) => Words;
      const secret = wordsOf(key);
      return collector((input) => keyed(input, secret));
    },
    getHashes: () => Object.keys(hashes),
    randomBytes: (size: unknown) => buffers().from(web.getRandomValues(new Uint8Array(Number(size)))),
    randomInt: (...range: readonly number[]) => {
      const [least, most] = range.length > 1 ? [Number(range[0]), Number(range[1])] : [0, Number(range[0])];
      return least + Math.floor((web.getRandomValues(new Uint32Array(1))[0] as number) * 2 ** -32 * (most - least));
    },
    randomUUID: () => web.randomUUID(),
    getRandomValues: (target: Uint8Array<ArrayBuffer>) => web.getRandomValues(target),
    timingSafeEqual: (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i]),
    subtle: web.subtle,
    webcrypto: web,
  };
  const refuse = (_: object, name: string | symbol): unknown => {
    const found = (api as Readonly<Record<string | symbol, unknown>>)[name];
    if (found !== undefined || typeof name === 'symbol' || name === 'then' || name === 'default' || name === 'toJSON') return found;
    throw new Error(`crypto.${name} is not possible in Req: use crypto.subtle, or the package crypto-js.`);
  };
  return { package: new Proxy(api, { get: refuse }) };
}

function hashOf(name: unknown): string {
  const key = String(name).toLowerCase().replace(/-/g, '');
  if (Object.hasOwn(hashes, key)) return hashes[key] as string;
  throw new Error(`crypto: the hash ${String(name)} is not supported: ${Object.keys(hashes).join(', ')}.`);
}

/** Text as UTF-8, or in the encoding; bytes unchanged. */
function wordsOf(value: unknown, encoding?: string): Words {
  if (typeof value !== 'string' && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer))
    throw new TypeError('crypto: the data must be text, a Buffer or another view of bytes');
  const bytes =
    typeof value === 'string'
      ? buffers().from(value, encoding ?? 'utf8')
      : buffers().from(ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value);
  return cryptoJs().enc.Hex.parse(bytes.toString('hex'));
}

/** A hash that collects data: `update(data).digest("hex")`. Without an encoding, the result is a Buffer. */
function collector(finish: (input: Words) => Words): object {
  const input = cryptoJs().lib.WordArray.create();
  let isDone = false;
  const own = {
    update: (data: unknown, encoding?: string) => {
      if (isDone) throw new Error('Digest already called');
      input.concat(wordsOf(data, encoding));
      return own;
    },
    digest: (encoding?: string) => {
      if (isDone) throw new Error('Digest already called');
      isDone = true;
      const bytes = buffers().from(finish(input).toString(cryptoJs().enc.Hex), 'hex');
      return encoding === undefined || encoding === 'buffer' ? bytes : encoded(bytes, encoding);
    },
  };
  return own;
}

/** Encodes bytes; the package does not support base64url. */
const encoded = (bytes: Bytes, encoding: string): string =>
  encoding === 'base64url'
    ? bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    : bytes.toString(encoding);
