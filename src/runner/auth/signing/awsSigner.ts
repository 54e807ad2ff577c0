import { headerValue } from '../../../base/text/headerValue.ts';
import { createHash, createHmac } from 'node:crypto';
import { ReqError } from '../../../base/reqError.ts';
import { percentEncodeAll, type Header, type RequestAuth } from '../../../language/index.ts';
import { bodyHash } from './bodyHash.ts';
import { awsPlace } from './awsPlace.ts';
import type { Signed, Signer, Unsigned } from './signerTypes.ts';

type AwsAuth = Extract<RequestAuth, { readonly kind: 'aws' }>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Headers that are not signed: proxies may change them, or they are added after signing. */
const unsigned: ReadonlySet<string> = new Set(
  'authorization connection content-length cookie expect proxy-authorization te trailer transfer-encoding upgrade user-agent accept-encoding x-amzn-trace-id'.split(
    ' ',
  ),
);

export interface AwsInput {
  readonly method: string;
  readonly target: string;
  /** All headers, including `Host`. */
  readonly headers: readonly Header[];
  /** SHA-256 of the body in hexadecimal digits, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
  readonly key: string;
  readonly secret: string;
  readonly region: string;
  readonly service: string;
  /** `20150830T123600Z`. */
  readonly time: string;
}

/** Computes the `Authorization` value: AWS Signature Version 4. */
export function awsAuthorization(input: AwsInput): string {
  const { method, target, headers, payload, key, secret, region, service, time } = input;
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (unsigned.has(lower)) continue;
    const plain = value.trim().replace(/ +/g, ' ');
    values.set(lower, [...(values.get(lower) ?? []), plain]);
  }
  const names = [...values.keys()].toSorted(byCode);
  const canonical = [
    method,
    service.startsWith('s3') ? storagePath(path) : servicePath(path),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${(values.get(name) ?? []).join(',')}`),
    '',
    names.join(';'),
    payload,
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signingKey = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, time.slice(0, 8)));
  const signature = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Normalizes percent-encoding as AWS does: everything except letters, digits and `-._~` is encoded. */
function recoded(text: string): string {
  try {
    return percentEncodeAll(decodeURIComponent(text));
  } catch {
    return percentEncodeAll(text);
  }
}

/** S3 signs the path as it is: a key may contain dots and repeated slashes. */
const storagePath = (path: string): string => path.split('/').map(recoded).join('/');

/** Other services remove dot segments and empty segments and encode the sent path a second time. */
function servicePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(percentEncodeAll(segment));
  }
  const ends = segments.length > 0 && /\/\.{0,2}$/.test(path) ? '/' : '';
  return `/${segments.join('/')}${ends}`;
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs = query.split('&').flatMap((pair) => {
    if (pair === '') return [];
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    return [[recoded(name.replaceAll('+', ' ')), recoded(value.replaceAll('+', ' '))] as const];
  });
  return pairs
    .toSorted(([a, x], [b, y]) => byCode(a, b) || byCode(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** @param now milliseconds since 1970 */
export function awsSigner({ key, secret, token, region, service }: AwsAuth, now: () => number = Date.now): Signer {
  return {
    async sign({ request, target, body }: Unsigned): Promise<Signed> {
      const guessed = awsPlace(target.hostname);
      const place = { region: region ?? guessed?.region ?? 'us-east-1', service: service ?? guessed?.service };
      if (place.service === undefined) {
        throw new ReqError('header', `The AWS service of ${target.hostname} is unknown, so nothing was signed.`, {
          hint: 'Add service= and region=: # @auth aws KEY SECRET service=execute-api region=eu-central-1',
        });
      }
      const written = (name: string): string | undefined => headerValue(request.headers, name)?.trim();
      const isStorage = place.service.startsWith('s3');
      // S3 over TLS accepts an unsigned payload, so the file need not be read twice.
      const payload =
        written('x-amz-content-sha256') ??
        (isStorage && body.text === undefined && body.size > 0 && target.scheme === 'https'
          ? 'UNSIGNED-PAYLOAD'
          : await bodyHash(body, 'sha256'));
      const time = written('x-amz-date') ?? new Date(now()).toISOString().replace(/\.\d+|[:-]/g, '');
      const added: Header[] = [];
      const add = (name: string, value: string): void => void (written(name.toLowerCase()) === undefined && added.push([name, value]));
      add('X-Amz-Date', time);
      if (token !== undefined) add('X-Amz-Security-Token', token);
      if (isStorage) add('X-Amz-Content-Sha256', payload);
      const host: readonly Header[] = written('host') === undefined ? [['Host', target.host]] : [];
      const headers = [...host, ...request.headers, ...added];
      const value = awsAuthorization({
        method: request.method,
        target: target.path,
        headers,
        payload,
        key,
        secret,
        region: place.region,
        service: place.service,
        time,
      });
      const hides = [value.slice(value.lastIndexOf('=') + 1), ...(token === undefined ? [] : [token])];
      return { headers: [...added, ['Authorization', value]], hides };
    },
    answered: () => false,
  };
}
