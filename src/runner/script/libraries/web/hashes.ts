import { kit } from '../kit.ts';

/** Bytes of crypto-js. */
interface Words {
  concat(other: Words): Words;
}

interface Encoding {
  parse(text: string): Words;
  stringify(words: Words): string;
}

type Algorithm = 'MD5' | 'SHA1' | 'SHA256' | 'SHA512';

/** The used part of crypto-js, which is synchronous, as JetBrains' API requires. */
type CryptoJs = Readonly<Record<Algorithm, (words: Words) => Words>> &
  Readonly<Record<`Hmac${Algorithm}`, (words: Words, key: Words) => Words>> & {
    readonly enc: Readonly<Record<'Utf8' | 'Latin1' | 'Hex' | 'Base64' | 'Base64url', Encoding>>;
    readonly lib: { readonly WordArray: { create(): Words } };
  };

const load = (): CryptoJs => kit().load('crypto-js')['package'] as CryptoJs;

function textWords(text: unknown, encoding = 'UTF-8'): Words {
  const { enc } = load();
  if (/^utf-?8$/i.test(encoding)) return enc.Utf8.parse(String(text));
  if (/^(?:iso-?8859-1|latin-?1|us-ascii)$/i.test(encoding)) return enc.Latin1.parse(String(text));
  throw new TypeError(`crypto: the encoding ${encoding} is not supported`);
}

const hexWords = (text: unknown): Words => load().enc.Hex.parse(String(text));
const base64Words = (text: unknown, isUrlSafe = false): Words => load().enc[isUrlSafe ? 'Base64url' : 'Base64'].parse(String(text));

/** Collects input; `finish` hashes it. */
function builder(finish: (input: Words) => Words): object {
  const input = load().lib.WordArray.create();
  const add = (words: Words): object => {
    input.concat(words);
    return own;
  };
  const own = {
    updateWithText: (text: unknown, encoding?: string) => add(textWords(text, encoding)),
    updateWithHex: (text: unknown) => add(hexWords(text)),
    updateWithBase64: (text: unknown, isUrlSafe?: boolean) => add(base64Words(text, isUrlSafe)),
    digest() {
      const words = finish(input);
      return {
        toHex: () => load().enc.Hex.stringify(words),
        toBase64: (isUrlSafe = false) => load().enc[isUrlSafe ? 'Base64url' : 'Base64'].stringify(words),
      };
    },
  };
  return own;
}

/** Hashes and HMACs of `crypto` in JetBrains' HTTP Client: `crypto.sha256().updateWithText("a").digest().toHex()`. */
export function createHashes(): Readonly<Record<string, unknown>> {
  const hashes: Record<string, unknown> = {};
  const hmac: Record<string, unknown> = {};
  for (const algorithm of ['MD5', 'SHA1', 'SHA256', 'SHA512'] as const) {
    const name = algorithm.toLowerCase();
    const keyed = (key: Words): object => builder((input) => load()[`Hmac${algorithm}`](input, key));
    hashes[name] = () => builder((input) => load()[algorithm](input));
    hmac[name] = () => ({
      withTextSecret: (text: unknown, encoding?: string) => keyed(textWords(text, encoding)),
      withHexSecret: (text: unknown) => keyed(hexWords(text)),
      withBase64Secret: (text: unknown, isUrlSafe?: boolean) => keyed(base64Words(text, isUrlSafe)),
    });
  }
  return { ...hashes, hmac };
}
