import { headerValue } from '../../../base/text/headerValue.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import type { ExportedRequest } from '../model.ts';
import { made } from './parameters.ts';
import { parameterName } from './url.ts';

/** A request's authentication as a security scheme. */
export interface Scheme {
  /** Suggested name of the security scheme. */
  readonly name: string;
  readonly scheme: Value;
  readonly scopes: readonly string[];
  /** The header or the query parameter with the credentials. */
  readonly carrier: { readonly in: 'header' | 'query'; readonly name: string };
}

const authorization = { in: 'header', name: 'Authorization' } as const;

/** The name of the variable or secret in `words` if there is exactly one; else `fallback`. */
function nameOf(words: readonly string[], fallback: string): string {
  const last = words.at(-1) ?? '';
  return /^\{\{[^{}]*\}\}$/.test(last) ? parameterName(last).replace(/_(?:password|pass)$/i, '') || fallback : fallback;
}

const http = (scheme: string, name: string, bearerFormat?: string): Scheme => ({
  name,
  scheme: made({ type: 'http', scheme, bearerFormat }),
  scopes: [],
  carrier: authorization,
});

const apiKey = (place: 'header' | 'query', key: string, name: string): Scheme => ({
  name,
  scheme: made({ type: 'apiKey', name: key, in: place }),
  scopes: [],
  carrier: { in: place, name: key },
});

const flows: Readonly<Record<string, string>> = {
  'client credentials': 'clientCredentials',
  'authorization code': 'authorizationCode',
  password: 'password',
  implicit: 'implicit',
};

function oauth2(id: string, fields: ReadonlyMap<string, Value>, note: (message: string) => void): Scheme {
  const field = (name: string): string => valueToText(fields.get(name) ?? '');
  const grant = field('Grant Type').toLowerCase();
  const scopes = field('Scope')
    .split(/\s+/)
    .filter((s) => s !== '');
  const flow = flows[grant];
  if (flow === undefined) {
    note(`The grant of the authentication ${id} does not exist in OpenAPI 3.1, so a bearer token is described.`);
    return http('bearer', parameterName(id));
  }
  const needs = (name: string, isNeeded: boolean): string | undefined => (isNeeded ? field(name) : undefined);
  const described = made({
    authorizationUrl: needs('Auth URL', flow === 'authorizationCode' || flow === 'implicit'),
    tokenUrl: needs('Token URL', flow !== 'implicit'),
    scopes: new Map(scopes.map((s) => [s, ''] as const)),
  });
  return { name: parameterName(id), scheme: made({ type: 'oauth2', flows: made({ [flow]: described }) }), scopes, carrier: authorization };
}

/** Headers that carry a credential if their value is a secret. */
const keyHeader = /^(?:x-)?(?:api|auth|access)[-_]?(?:key|token)$/i;

/** The security scheme of a request: from its `# @auth`, else from its headers. Undefined if there is none. */
export function schemeOf({ written, headers }: ExportedRequest, note: (message: string) => void): Scheme | undefined {
  const auth = written?.auth;
  const [first = '', second] = auth?.words ?? [];
  const option = (name: string): string | undefined => auth?.options.get(name);
  switch (auth?.kind) {
    case 'basic':
      return http('basic', nameOf(auth.words, 'basic'));
    case 'bearer':
      return http('bearer', nameOf(auth.words, 'bearer'));
    case 'digest':
      return http('digest', nameOf(auth.words, 'digest'));
    case 'command':
      return http('bearer', 'bearer');
    case 'oauth2':
      return oauth2(first, auth.fields, note);
    case 'apikey':
      if (!first.includes('{{')) return apiKey(option('in') === 'query' ? 'query' : 'header', first, nameOf([second ?? ''], 'apiKey'));
      break;
    case 'jwt': {
      const name = option('name') ?? 'Authorization';
      if (option('in') === 'query') return apiKey('query', name, 'jwt');
      return name.toLowerCase() === 'authorization' ? http('bearer', 'jwt', 'JWT') : apiKey('header', name, 'jwt');
    }
    default:
    // The others sign each message, which OpenAPI cannot describe.
  }
  const value = headerValue(headers, 'authorization');
  if (value !== undefined) {
    const own = written?.block.headers.find((h) => h.name.text.toLowerCase() === 'authorization');
    const [scheme = '', ...words] = (own?.values.map((v) => v.text).join(' ') ?? value).trim().split(/\s+/);
    const kind = scheme.toLowerCase();
    if (words.length > 0 && /^(?:basic|bearer|digest)$/.test(kind)) return http(kind, nameOf(words, kind));
    return apiKey('header', 'Authorization', nameOf([scheme], 'authorization'));
  }
  const key = headers.find(([n, v]) => keyHeader.test(n) && v.includes('\ufdd0'));
  return key === undefined ? undefined : apiKey('header', key[0], 'apiKey');
}
