import { headerValue } from '../../../base/text/headerValue.ts';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HawkAuth } from '../../../language/index.ts';
import type { Body } from '../../http/exchange/measureBody.ts';
import { challengesOf } from './challenges.ts';
import type { Signed, Signer, Unsigned } from './signerTypes.ts';
import { ReqError } from '../../../base/reqError.ts';

export interface HawkInput extends Pick<HawkAuth, 'key' | 'algorithm' | 'ext' | 'app' | 'dlg'> {
  /** Seconds since 1970. */
  readonly ts: number;
  readonly nonce: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly resource: string;
  readonly host: string;
  readonly port: number;
  /** Hash of the body in base64; undefined if it is not signed. */
  readonly hash: string | undefined;
}

/** The MAC over the normalized request of Hawk 1.1. */
export function hawkMac({ key, algorithm, ts, nonce, method, resource, host, port, hash, ext, app, dlg }: HawkInput): string {
  const text = [
    'hawk.1.header',
    ts,
    nonce,
    method.toUpperCase(),
    resource,
    host.toLowerCase(),
    port,
    hash ?? '',
    (ext ?? '').replaceAll('\\', '\\\\').replaceAll('\n', '\\n'),
    ...(app === undefined ? [] : [app, dlg ?? '']),
    '',
  ].join('\n');
  return createHmac(algorithm, key).update(text).digest('base64');
}

/** Hash of a body with its media type. Files are read, and read again when they are sent. */
export async function hawkHash(body: Body, contentType: string, algorithm: HawkAuth['algorithm']): Promise<string> {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const hash = createHash(algorithm).update(`hawk.1.payload\n${type}\n`);
  const bytes = body.open(false);
  if (Buffer.isBuffer(bytes)) hash.update(bytes);
  else if (bytes !== null) for await (const chunk of bytes) hash.update(chunk as Uint8Array);
  return hash.update('\n').digest('base64');
}

/** Attributes are quoted without escapes, so they cannot contain quotes. */
function attribute(name: string, value: string): string {
  if (/^[ \w!#$%&'()*+,\-./:;<=>?@[\]^`{|}~]*$/.test(value)) return `${name}="${value}"`;
  throw new ReqError('header', `@auth hawk: ${name} contains characters that a Hawk header cannot have: quotes, backslashes or non-ASCII.`);
}

/** @param now milliseconds since 1970 */
export function hawkSigner(auth: HawkAuth, now: () => number = Date.now): Signer {
  const { id, key, algorithm, ext, app, dlg, hashesBody } = auth;
  /** Seconds that the server's clock is ahead. */
  let offset: number | undefined;
  return {
    async sign({ request, target, body }: Unsigned): Promise<Signed> {
      const ts = Math.floor(now() / 1000) + (offset ?? 0);
      const nonce = randomBytes(6).toString('base64url');
      const type = headerValue(request.headers, 'content-type') ?? '';
      const hash = hashesBody && body.size > 0 ? await hawkHash(body, type, algorithm) : undefined;
      const written = headerValue(request.headers, 'host')?.trim();
      const place = hostOf(written, target);
      const mac = hawkMac({ key, algorithm, ext, app, dlg, ts, nonce, method: request.method, resource: target.path, ...place, hash });
      const attributes = [
        attribute('id', id),
        `ts="${ts}"`,
        `nonce="${nonce}"`,
        ...(hash === undefined ? [] : [`hash="${hash}"`]),
        ...(ext === undefined ? [] : [attribute('ext', ext)]),
        `mac="${mac}"`,
        ...(app === undefined ? [] : [attribute('app', app)]),
        ...(dlg === undefined ? [] : [attribute('dlg', dlg)]),
      ];
      return { headers: [['Authorization', `Hawk ${attributes.join(', ')}`]], hides: [mac] };
    },
    // A server whose clock differs sends its time, signed with the key.
    answered(head): boolean {
      if (head.status !== 401 || offset !== undefined) return false;
      const challenge = challengesOf(head.headers).find((c) => c.scheme === 'hawk')?.parameters;
      const [ts, tsm] = [challenge?.get('ts') ?? '', Buffer.from(challenge?.get('tsm') ?? '', 'base64')];
      if (!/^\d{1,12}$/.test(ts)) return false;
      const own = createHmac(algorithm, key).update(`hawk.1.ts\n${ts}\n`).digest();
      if (own.length !== tsm.length || !timingSafeEqual(own, tsm)) return false;
      offset = Number(ts) - Math.floor(now() / 1000);
      return true;
    },
  };
}

/** Host and port as the server reads them from `Host`. */
function hostOf(written: string | undefined, { hostname, port, scheme }: Unsigned['target']): Pick<HawkInput, 'host' | 'port'> {
  if (written === undefined) return { host: hostname.includes(':') ? `[${hostname}]` : hostname, port };
  const [, host = written, own] = /^(.*?)(?::(\d+))?$/.exec(written) ?? [];
  return { host, port: own === undefined ? (scheme === 'https' ? 443 : 80) : Number(own) };
}
