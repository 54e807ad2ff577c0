import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  timingSafeEqual,
  verify,
  type JsonWebKey,
  type KeyObject,
  type SigningOptions,
} from 'node:crypto';
import { parseJson } from '../../../base/json/json.ts';
import { ReqError } from '../../../base/reqError.ts';
import { isObjectValue } from '../../../base/values/value.ts';

type Family = 'HS' | 'RS' | 'PS' | 'ES' | 'Ed';

interface Algorithm {
  readonly family: Family;
  /** Name of node:crypto; undefined for EdDSA. */
  readonly hash: string | undefined;
}

/** Curves of node:crypto by algorithm: RFC 7518 §3.4. */
const curves: Readonly<Record<string, string>> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' };

const wrong = (message: string, hint?: string): ReqError => new ReqError('usage', message, hint === undefined ? {} : { hint });

function algorithmOf(name: string): Algorithm {
  if (name === 'EdDSA') return { family: 'Ed', hash: undefined };
  const [, family, bits] = /^(HS|RS|PS|ES)(256|384|512)$/.exec(name) ?? [];
  if (family === undefined)
    throw wrong(`${JSON.stringify(name)} is not a JWT algorithm.`, 'Use HS256, RS256, PS256, ES256 (or with 384 or 512), or EdDSA.');
  return { family: family as Family, hash: `sha${bits}` };
}

/** A key in text: the secret of HS, else PEM or a JWK. */
export interface JwtKey {
  readonly text: string;
  /** The secret is base64 or base64url. */
  readonly isBase64?: boolean;
}

const isPem = (text: string): boolean => text.trimStart().startsWith('-----BEGIN ');

function secretOf(name: string, { text, isBase64 = false }: JwtKey): Buffer {
  if (text === '') throw wrong(`The secret for ${name} is empty.`);
  // A public key is not secret: everybody could sign with it.
  if (isPem(text)) throw wrong(`${name} needs a secret, not a PEM key.`, 'Use RS256, PS256, ES256 or EdDSA with this key.');
  if (text.trimStart().startsWith('{')) {
    const jwk = parseJson(text);
    const k = jwk !== undefined && isObjectValue(jwk) && jwk.get('kty') === 'oct' ? jwk.get('k') : undefined;
    if (typeof k === 'string') return Buffer.from(k, 'base64url');
  }
  return isBase64 ? Buffer.from(text, 'base64') : Buffer.from(text, 'utf8');
}

function keyObject(name: string, { text }: JwtKey, make: typeof createPrivateKey | typeof createPublicKey): KeyObject {
  const what = make === createPrivateKey ? 'private key' : 'public key';
  let key: KeyObject;
  try {
    // A PEM in an environment variable often has `\n` for its line breaks.
    key = text.trimStart().startsWith('{')
      ? make({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : make(text.includes('\n') ? text : text.replaceAll('\\n', '\n'));
  } catch {
    // The reason may quote the key.
    const hint = /ENCRYPTED/.test(text)
      ? 'Remove the passphrase: openssl pkcs8 -topk8 -nocrypt -in key.pem.'
      : `Use PEM (-----BEGIN …) or a JWK, and check that it is a ${what}.`;
    throw wrong(`The key for ${name} is not a ${what} that can be read.`, hint);
  }
  const { family } = algorithmOf(name);
  const type = key.asymmetricKeyType ?? '';
  const fits =
    family === 'ES'
      ? type === 'ec' && key.asymmetricKeyDetails?.namedCurve === curves[name]
      : family === 'Ed'
        ? type === 'ed25519' || type === 'ed448'
        : type === 'rsa' || (family === 'PS' && type === 'rsa-pss');
  if (!fits) throw wrong(`${name} cannot use this key: it is ${type}${curveOf(key)}.`);
  return key;
}

const curveOf = (key: KeyObject): string => {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  return curve === undefined ? '' : ` (${curve})`;
};

const optionsOf = (key: KeyObject, family: Family): SigningOptions & { readonly key: KeyObject } => ({
  key,
  ...(family === 'PS' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}),
  ...(family === 'ES' ? { dsaEncoding: 'ieee-p1363' } : {}),
});

const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

/**
 * Signs a JSON Web Token (RFC 7515 §3.1).
 * @param headers more members of the JOSE header, as JSON; `alg` and `typ` are added
 * @param claims a JSON object
 * @throws {ReqError} `usage` if the key is not valid for the algorithm
 */
export function signJwt(algorithm: string, key: JwtKey, claims: string, headers = '{}'): string {
  const { family, hash } = algorithmOf(algorithm);
  const { typ = 'JWT', ...more } = JSON.parse(headers) as Record<string, unknown>;
  const head = JSON.stringify({ ...more, alg: algorithm, typ });
  const input = `${encoded(head)}.${encoded(claims)}`;
  const signature =
    family === 'HS'
      ? createHmac(hash ?? '', secretOf(algorithm, key))
          .update(input)
          .digest()
      : sign(hash, Buffer.from(input), optionsOf(keyObject(algorithm, key, createPrivateKey), family));
  return `${input}.${signature.toString('base64url')}`;
}

export interface DecodedJwt {
  /** JSON objects as texts. */
  readonly header: string;
  readonly claims: string;
  readonly signature: string;
}

/** Decodes a token without checking its signature. @throws {ReqError} `usage` if it is not a JWT */
export function decodeJwt(token: string): DecodedJwt {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3) throw wrong(`This is not a JWT: it has ${parts.length} parts, not 3.`);
  const read = (part: string): string => {
    const text = /^[\w-]*$/.test(part) ? Buffer.from(part, 'base64url').toString('utf8') : '';
    const value = parseJson(text);
    if (value === undefined || !isObjectValue(value))
      throw wrong('This is not a JWT: header and claims must be JSON objects in base64url.');
    return text;
  };
  return { header: read(header), claims: read(claims), signature };
}

export interface JwtChecks {
  readonly audience?: string | undefined;
  readonly issuer?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Allowed difference between the clocks in seconds. */
  readonly tolerance?: number;
}

/**
 * Checks signature, `exp`, `nbf`, and audience and issuer if given. Returns the claims as JSON.
 * @param algorithm the only algorithm that is accepted, whatever the token names (RFC 8725 §3.1)
 * @throws {ReqError} `usage` with the reason
 */
export function verifyJwt(token: string, algorithm: string, key: JwtKey, checks: JwtChecks): string {
  const { header, claims } = decodeJwt(token);
  const head = JSON.parse(header) as Record<string, unknown>;
  if (head['alg'] !== algorithm) throw wrong(`The token is not valid: its algorithm is ${JSON.stringify(head['alg'])}, not ${algorithm}.`);
  if (head['crit'] !== undefined) throw wrong('The token is not valid: it has critical headers (crit), which Req does not know.');
  const at = token.lastIndexOf('.');
  if (!isSigned(token.slice(0, at), Buffer.from(token.slice(at + 1), 'base64url'), algorithm, key))
    throw wrong('The token is not valid: its signature does not fit the key.');
  checkClaims(JSON.parse(claims) as Record<string, unknown>, checks);
  return claims;
}

function isSigned(input: string, signature: Buffer, algorithm: string, key: JwtKey): boolean {
  const { family, hash } = algorithmOf(algorithm);
  if (family !== 'HS') return verify(hash, Buffer.from(input), optionsOf(keyObject(algorithm, key, createPublicKey), family), signature);
  const own = createHmac(hash ?? '', secretOf(algorithm, key))
    .update(input)
    .digest();
  return own.length === signature.length && timingSafeEqual(own, signature);
}

function checkClaims({ exp, nbf, aud, iss }: Record<string, unknown>, { now, tolerance = 0, audience, issuer }: JwtChecks): void {
  const seconds = now / 1000;
  if (exp !== undefined && !(typeof exp === 'number' && seconds < exp + tolerance))
    throw wrong('The token is not valid: it has expired (exp).');
  if (nbf !== undefined && !(typeof nbf === 'number' && seconds >= nbf - tolerance))
    throw wrong('The token is not valid: it is not valid yet (nbf).');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (audience !== undefined && !audiences.includes(audience)) throw wrong('The token is not valid: it is for another audience (aud).');
  if (issuer !== undefined && iss !== issuer) throw wrong('The token is not valid: it is from another issuer (iss).');
}

/** Adds members to a JSON object that does not have them. Keeps the object's text, so that no digits of its numbers are lost. */
function withClaims(claims: string, more: Readonly<Record<string, string | number>>): string {
  const has = JSON.parse(claims) as Record<string, unknown>;
  const added = Object.entries(more).filter(([name]) => !Object.hasOwn(has, name));
  if (added.length === 0) return claims;
  const written = JSON.stringify(Object.fromEntries(added)).slice(1);
  return Object.keys(has).length === 0 ? `{${written}` : `${claims.trimEnd().slice(0, -1)},${written}`;
}

/** Adds `iat`, and `exp` after `lifetimeMs`, unless the claims contain them. */
export function withTimes(claims: string, now: number, lifetimeMs: number): string {
  const iat = Math.floor(now / 1000);
  return withClaims(claims, { iat, exp: iat + Math.round(lifetimeMs / 1000) });
}
