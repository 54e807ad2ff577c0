import { headerValue } from '../../../base/text/headerValue.ts';
import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { createHash, createHmac, createPrivateKey, randomBytes, sign } from 'node:crypto';
import { ReqError } from '../../../base/reqError.ts';
import { percentEncodeAll, type Header, type OAuth1Auth } from '../../../language/index.ts';
import type { Body } from '../../http/exchange/measureBody.ts';
import { keyText } from './keyText.ts';
import type { Signed, Signer, Unsigned } from './signerTypes.ts';

type Pair = readonly [name: string, value: string];

const formType = 'application/x-www-form-urlencoded';
/** Maximum bytes of a form, which is part of the signed text. */
const mostFormBytes = 10 * 1024 * 1024;

export interface OAuth1Input {
  readonly method: OAuth1Auth['method'];
  readonly httpMethod: string;
  readonly scheme: string;
  /** Without the default port. */
  readonly host: string;
  /** Path and query as sent. */
  readonly path: string;
  /** The form in the body as sent; empty for other bodies. */
  readonly form: string;
  /** Parameters of the protocol, without realm and signature. */
  readonly parameters: readonly Pair[];
  /** The consumer secret, or the private key for RSA (PEM). */
  readonly key: string;
  readonly tokenSecret: string;
}

/** Parameters of a query or form: RFC 5849 §3.4.1.3.1. */
function pairsOf(text: string): readonly Pair[] {
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
  });
}

const decoded = (text: string): string => percentDecoded(text.replaceAll('+', ' '));

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The signature base string: RFC 5849 §3.4.1. */
export function oauth1Base({ httpMethod, scheme, host, path, form, parameters }: OAuth1Input): string {
  const at = path.indexOf('?');
  const [plain, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
  const normalized = [...pairsOf(query), ...pairsOf(form), ...parameters]
    .map(([name, value]) => [percentEncodeAll(name), percentEncodeAll(value)] as const)
    .toSorted(([a, x], [b, y]) => byCode(a, b) || byCode(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [httpMethod.toUpperCase(), `${scheme}://${host.toLowerCase()}${plain}`, normalized].map(percentEncodeAll).join('&');
}

/** The value of `oauth_signature`: RFC 5849 §3.4. @throws {ReqError} `usage` for an invalid private key */
export function oauth1Signature(input: OAuth1Input): string {
  const { method, key, tokenSecret } = input;
  const secrets = `${percentEncodeAll(key)}&${percentEncodeAll(tokenSecret)}`;
  if (method === 'PLAINTEXT') return secrets;
  const [, kind, hash = ''] = /^(HMAC|RSA)-(.*)$/.exec(method) ?? [];
  const base = oauth1Base(input);
  if (kind === 'HMAC') return createHmac(hash.toLowerCase(), secrets).update(base).digest('base64');
  try {
    return sign(hash.toLowerCase(), Buffer.from(base), createPrivateKey(key.includes('\n') ? key : key.replaceAll('\\n', '\n'))).toString(
      'base64',
    );
  } catch {
    throw new ReqError('usage', `@auth oauth1: ${method} needs a private RSA key, and this one cannot be read.`, {
      hint: 'Use PEM (-----BEGIN …) without a passphrase, in place of the consumer secret or with key-file=.',
    });
  }
}

async function bytesOf(body: Body, most: number): Promise<Buffer> {
  const bytes = body.open(false);
  if (bytes === null) return Buffer.alloc(0);
  if (Buffer.isBuffer(bytes)) return bytes;
  if (body.size > most)
    throw new ReqError('body', `@auth oauth1: a form of ${body.size} bytes is too large to sign: at most ${most} are read.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** `oauth_body_hash` of the OAuth Request Body Hash extension, with the hash of the signature method. */
async function bodyHashOf(body: Body, method: OAuth1Auth['method']): Promise<string> {
  const hash = createHash(/(?:SHA256|SHA512)$/.exec(method)?.[0].toLowerCase() ?? 'sha1');
  const bytes = body.open(false);
  if (Buffer.isBuffer(bytes)) hash.update(bytes);
  else if (bytes !== null) for await (const chunk of bytes) hash.update(chunk as Uint8Array);
  return hash.digest('base64');
}

/** @param now milliseconds since 1970 */
export function oauth1Signer(auth: OAuth1Auth, now: () => number = Date.now): Signer {
  const { consumerKey, token, tokenSecret, method, realm, callback, verifier, hashesBody } = auth;
  return {
    async sign({ request, target, body }: Unsigned): Promise<Signed> {
      const header = (name: string): string | undefined => headerValue(request.headers, name)?.trim();
      const type = header('content-type');
      const isForm = (type?.split(';')[0] ?? '').trim().toLowerCase() === formType;
      if (auth.in === 'body' && !isForm && (body.size > 0 || type !== undefined))
        throw new ReqError('header', '@auth oauth1 in=body needs a form: the body of this request is of another type.', {
          hint: `Write Content-Type: ${formType}, or leave out in=body.`,
        });
      const optional = (name: string, value: string | undefined): readonly Pair[] => (value === undefined ? [] : [[name, value]]);
      const parameters: readonly Pair[] = [
        ...optional('oauth_callback', callback),
        ['oauth_consumer_key', consumerKey],
        ['oauth_nonce', randomBytes(16).toString('hex')],
        ['oauth_signature_method', method],
        ['oauth_timestamp', String(Math.floor(now() / 1000))],
        ...optional('oauth_token', token),
        ...optional('oauth_verifier', verifier),
        ['oauth_version', '1.0'],
        ...optional('oauth_body_hash', hashesBody && !isForm ? await bodyHashOf(body, method) : undefined),
      ];
      const signature = oauth1Signature({
        method,
        httpMethod: request.method,
        scheme: target.scheme,
        host: withoutDefaultPort(header('host') ?? target.host, target.scheme),
        path: target.path,
        form: isForm ? (await bytesOf(body, mostFormBytes)).toString('utf8') : '',
        parameters,
        key: keyText(auth.key),
        tokenSecret,
      });
      const all: readonly Pair[] = [...parameters, ['oauth_signature', signature]];
      const hides = [signature, percentEncodeAll(signature)];
      if (auth.in === 'query') return { headers: [], query: all, hides };
      if (auth.in === 'body') {
        const headers: readonly Header[] = type === undefined ? [['Content-Type', formType]] : [];
        return { headers, form: all, hides };
      }
      const written = all.map(([name, value]) => `${name}="${percentEncodeAll(value)}"`);
      const value = [...optional('realm', realm).map(([name, text]) => `${name}="${text.replace(/["\\]/g, '\\$&')}"`), ...written];
      return { headers: [['Authorization', `OAuth ${value.join(', ')}`]], hides };
    },
    answered: () => false,
  };
}

const withoutDefaultPort = (host: string, scheme: 'http' | 'https'): string => host.replace(scheme === 'https' ? /:443$/ : /:80$/, '');
