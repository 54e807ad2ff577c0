import { closest } from '../../../base/text/closest.ts';
import { ReqError } from '../../../base/reqError.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';
import { privateKeyFile, type WantedToken } from '../../../language/index.ts';

export type WantedOAuth = Extract<WantedToken, { readonly kind: 'oauth2' }>;

export type Grant = 'authorization code' | 'client credentials' | 'device authorization' | 'password';

export interface ClientAssertion {
  readonly algorithm: string;
  /** The client secret or the private key; empty if it is in a file that was not read. */
  readonly key: string;
  readonly keyId: string | undefined;
  readonly audience: string;
}

/** The validated fields of `Security.Auth.ID`. */
export interface OAuthConfiguration {
  readonly id: string;
  readonly grant: Grant;
  readonly tokenUrl: string;
  /** Sign-in page, for the grant `authorization code`. */
  readonly authUrl: string;
  readonly deviceUrl: string;
  /** Issuer identifier of the server (RFC 8414 §2); undefined if unknown. */
  readonly issuer: string | undefined;
  /** Where the browser returns to; undefined to use any free port. */
  readonly redirectUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly clientIn: 'header' | 'body';
  /** Signs in the client with a JWT in place of its secret (RFC 7523 §2.2); undefined otherwise. */
  readonly assertion: ClientAssertion | undefined;
  readonly scope: string | undefined;
  readonly username: string;
  readonly password: string;
  /** RFC 7636; undefined if turned off. */
  readonly pkce: 'S256' | 'plain' | undefined;
  readonly more: readonly { readonly name: string; readonly value: string; readonly use: 'everywhere' | 'auth' | 'token' }[];
  readonly useIdToken: boolean;
}

const fieldNames: readonly string[] = [
  'Type',
  'Grant Type',
  'Auth URL',
  'Token URL',
  'Device Auth URL',
  'Issuer',
  'Redirect URL',
  'Client ID',
  'Client Secret',
  'Client Credentials',
  'Private Key',
  privateKeyFile,
  'Key ID',
  'Signing Algorithm',
  'Assertion Audience',
  'Scope',
  'Username',
  'Password',
  'PKCE',
  'Custom Request Parameters',
  'Use ID Token',
  'Acquire Automatically',
];
const grants: readonly Grant[] = ['authorization code', 'client credentials', 'device authorization', 'password'];

/** Validates the fields, whose placeholders are already resolved. @throws {ReqError} `usage` if one is missing or invalid */
export function oauthConfiguration({ id, fields }: Pick<WantedOAuth, 'id' | 'fields'>): OAuthConfiguration {
  const wrong = (message: string, hint?: string): ReqError =>
    new ReqError('usage', `The authentication ${id} cannot be used: ${message}`, hint === undefined ? {} : { hint });
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return value === undefined || value === null ? undefined : valueToText(value);
  };
  const type = text('Type') ?? 'OAuth2';
  if (!/^oauth\s*2(?:\.0)?$/i.test(type)) throw wrong(`its Type is ${type}, and Req supports only OAuth2.`);
  const written = text('Grant Type')?.trim().toLowerCase().replaceAll('_', ' ') ?? 'authorization code';
  const grant = grants.find((g) => g === written || (g === 'device authorization' && written.startsWith('device')));
  if (grant === undefined) {
    const hint = written === 'implicit' ? 'Use Authorization Code with PKCE instead.' : `Use one of: ${grants.join(', ')}.`;
    throw wrong(`its Grant Type is ${text('Grant Type')}.`, hint);
  }
  const needed = (name: string): string => {
    const value = text(name);
    if (value !== undefined && value !== '') return value;
    const near = closest(
      name,
      [...fields.keys()].filter((key) => !fieldNames.includes(key)),
    );
    throw wrong(`"${name}" is missing.`, near === undefined ? undefined : `Did you mean "${name}" by "${near}"?`);
  };
  const url = (name: string): string => {
    const value = needed(name);
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
    throw wrong(`its "${name}" is not an http or https URL.`);
  };
  const clientSecret = text('Client Secret') || undefined;
  const client = text('Client Credentials')?.trim().toLowerCase().replaceAll('_', ' ');
  const assertion = (): ClientAssertion | undefined => {
    const isSecret = client === 'client secret jwt';
    if (!isSecret && client !== 'private key jwt') return undefined;
    return {
      algorithm: text('Signing Algorithm') || (isSecret ? 'HS256' : 'RS256'),
      key: isSecret ? needed('Client Secret') : text(privateKeyFile) ? (text('Private Key') ?? '') : needed('Private Key'),
      keyId: text('Key ID') || undefined,
      audience: text('Assertion Audience') || url('Token URL'),
    };
  };
  return {
    id,
    grant,
    tokenUrl: url('Token URL'),
    authUrl: grant === 'authorization code' ? url('Auth URL') : '',
    deviceUrl: grant === 'device authorization' ? url('Device Auth URL') : '',
    issuer: text('Issuer') || undefined,
    redirectUrl: text('Redirect URL') || undefined,
    clientId: needed('Client ID'),
    clientSecret: client === 'none' ? undefined : clientSecret,
    // RFC 6749 §2.3.1 prefers the header.
    clientIn: clientSecret === undefined || client === 'in body' || client === 'none' ? 'body' : 'header',
    assertion: assertion(),
    scope: text('Scope') || undefined,
    username: grant === 'password' ? needed('Username') : '',
    password: grant === 'password' ? (text('Password') ?? '') : '',
    pkce: pkceOf(fields.get('PKCE')),
    more: moreOf(fields.get('Custom Request Parameters')),
    useIdToken: text('Use ID Token') === 'true',
  };
}

function pkceOf(value: Value | undefined): OAuthConfiguration['pkce'] {
  if (value === false) return undefined;
  const method = value !== undefined && isObjectValue(value) ? value.get('Code Challenge Method') : undefined;
  return typeof method === 'string' && method.toLowerCase() === 'plain' ? 'plain' : 'S256';
}

/** Parses `{"resource": "r", "audience": {"Value": "a", "Use": "In Token Request"}}`. A list repeats the parameter. */
function moreOf(value: Value | undefined): OAuthConfiguration['more'] {
  if (value === undefined || !isObjectValue(value)) return [];
  return [...value].flatMap(([name, of]) => {
    const all = isArrayValue(of) ? of : [of];
    return all.map((one) => {
      const given = isObjectValue(one) ? (one.get('Value') ?? '') : one;
      const use = isObjectValue(one) ? valueToText(one.get('Use') ?? '').toLowerCase() : '';
      return {
        name,
        value: valueToText(given),
        use: use === 'in auth request' ? 'auth' : use === 'in token request' ? 'token' : 'everywhere',
      } as const;
    });
  });
}
