import { quotedText } from './quotedText.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { RequestAuth } from '../../../language/index.ts';
import type { ResponseHead } from '../../ports/events.ts';
import type { Target } from '../../http/exchange/checkRequest.ts';
import { bodyHash } from './bodyHash.ts';
import { challengesOf, itemsOf, type Challenge } from './challenges.ts';
import type { Signed, Signer, Unsigned } from './signerTypes.ts';

type DigestAuth = Extract<RequestAuth, { readonly kind: 'digest' }>;

/** Names of node:crypto, by the algorithm names of RFC 7616 §6.1 in lower case without `-sess`. */
const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' };

/** A supported Digest challenge: RFC 7616 §3.3. */
export interface DigestChallenge {
  /** As sent by the server; undefined means MD5. */
  readonly algorithm: string | undefined;
  /** Hash name of node:crypto. */
  readonly hash: string;
  readonly session: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** Undefined for RFC 2069 digests. */
  readonly qop: 'auth' | 'auth-int' | undefined;
  readonly userhash: boolean;
  readonly stale: boolean;
}

/** The first supported Digest challenge, in the server's order of preference. */
export function digestChallenge(challenges: readonly Challenge[]): DigestChallenge | undefined {
  for (const { scheme, parameters } of challenges) {
    const algorithm = parameters.get('algorithm');
    const name = (algorithm ?? 'MD5').toLowerCase();
    const session = name.endsWith('-sess');
    const plain = session ? name.slice(0, -'-sess'.length) : name;
    const nonce = parameters.get('nonce');
    if (scheme !== 'digest' || nonce === undefined || !Object.hasOwn(hashes, plain)) continue;
    const offered = itemsOf(parameters.get('qop') ?? '').map((q) => q.toLowerCase());
    const qop = offered.includes('auth') ? 'auth' : offered.includes('auth-int') ? 'auth-int' : undefined;
    if (offered.length > 0 && qop === undefined) continue;
    return {
      algorithm,
      hash: hashes[plain] ?? 'md5',
      session,
      realm: parameters.get('realm') ?? '',
      nonce,
      opaque: parameters.get('opaque'),
      qop,
      userhash: parameters.get('userhash')?.toLowerCase() === 'true',
      stale: parameters.get('stale')?.toLowerCase() === 'true',
    };
  }
  return undefined;
}

export interface DigestInput {
  readonly challenge: DigestChallenge;
  readonly user: string;
  readonly password: string;
  readonly method: string;
  /** Request target as sent. */
  readonly uri: string;
  /** Uses of this nonce, including this one (`nc`). */
  readonly count: number;
  readonly cnonce: string;
  /** Hexadecimal hash of the body; used by `auth-int` only. */
  readonly bodyHash: string;
}

/** Computes the `Authorization` value (RFC 7616 §3.4). Texts are hashed as UTF-8. */
export function digestAuthorization(input: DigestInput): string {
  const { challenge, user, password, method, uri, count, cnonce } = input;
  const { algorithm, realm, nonce, opaque, qop, userhash, session } = challenge;
  const hash = (text: string): string => createHash(challenge.hash).update(text).digest('hex');
  const identity = hash(`${user}:${realm}:${password}`);
  const a1 = session ? hash(`${identity}:${nonce}:${cnonce}`) : identity;
  const a2 = hash(qop === 'auth-int' ? `${method}:${uri}:${input.bodyHash}` : `${method}:${uri}`);
  const nc = count.toString(16).padStart(8, '0');
  const response = hash(qop === undefined ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}`);
  // A user name that a quoted string cannot contain is encoded by RFC 8187.
  const plain = /^[\x20-\x7e]*$/.test(user);
  const parameters = [
    userhash ? `username="${hash(`${user}:${realm}`)}"` : plain ? `username="${quotedText(user)}"` : `username*=UTF-8''${extended(user)}`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${quotedText(uri)}"`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    ...(qop === undefined ? (session ? [`cnonce="${cnonce}"`] : []) : [`qop=${qop}`, `nc=${nc}`, `cnonce="${cnonce}"`]),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parameters.join(', ')}`;
}

const extended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** A server's challenge, and how often its nonce was used. */
interface Space {
  challenge: DigestChallenge;
  count: number;
}

/** Last challenge by origin and credentials, so that the next request is authenticated at once (RFC 7616 §3.6). */
const spaces = new Map<string, Space>();
const mostSpaces = 200;
/** Attempts per exchange, because a server may answer each one with a new nonce. */
const mostTries = 3;

export function digestSigner({ user, password }: DigestAuth): Signer {
  let tries = 0;
  let used: string | undefined;
  let isOwn = false;
  const keyOf = ({ origin }: Target): string => JSON.stringify([origin, user, createHash('sha256').update(password).digest('hex')]);
  return {
    async sign({ request, target, body }: Unsigned): Promise<Signed> {
      const space = spaces.get(keyOf(target));
      used = space?.challenge.nonce;
      if (space === undefined) return { headers: [], hides: [] };
      const { challenge } = space;
      // Count before the first await, so that concurrent messages get different numbers.
      const count = ++space.count;
      const value = digestAuthorization({
        challenge,
        user,
        password,
        method: request.method,
        uri: target.path,
        count,
        cnonce: randomBytes(16).toString('hex'),
        bodyHash: challenge.qop === 'auth-int' ? await bodyHash(body, challenge.hash) : '',
      });
      return { headers: [['Authorization', value]], hides: /response="([^"]*)"/.exec(value)?.slice(1) ?? [] };
    },
    answered(head: ResponseHead, target: Target): boolean {
      const key = keyOf(target);
      if (head.status !== 401) {
        takeNextNonce(spaces.get(key), head);
        return false;
      }
      const challenge = digestChallenge(challengesOf(head.headers));
      // The server refused a nonce that it has just issued: the password is wrong.
      const refused = used !== undefined && isOwn && challenge?.stale !== true;
      if (challenge === undefined || refused || ++tries > mostTries) {
        spaces.delete(key);
        return false;
      }
      if (spaces.size >= mostSpaces) spaces.clear();
      spaces.set(key, { challenge, count: 0 });
      isOwn = true;
      return true;
    },
  };
}

/** `Authentication-Info: nextnonce="…"` (RFC 7616 §3.5). */
function takeNextNonce(space: Space | undefined, head: ResponseHead): void {
  if (space === undefined) return;
  for (const [name, value] of head.headers) {
    if (name.toLowerCase() !== 'authentication-info') continue;
    for (const item of itemsOf(value)) {
      const nonce = /^nextnonce[ \t]*=[ \t]*"([^"]*)"$/i.exec(item)?.[1];
      if (nonce !== undefined) Object.assign(space, { challenge: { ...space.challenge, nonce }, count: 0 });
    }
  }
}
