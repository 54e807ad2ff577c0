import { parseJson } from '../../../base/json/json.ts';
import { isObjectValue, valueToJson, type Value } from '../../../base/values/value.ts';
import { asTemplate, type RawTexts } from '../../text/literalText.ts';
import { credential } from '../secrets/credentials.ts';
import type { ImportedFile, AddNote } from '../importResult.ts';
import type { SignIn } from './authWord.ts';
import { safeName } from '../layout/fileNames.ts';
import { object } from '../reading/importedValues.ts';

/** An OAuth 2 configuration. Texts may contain marks. */
export interface OAuth {
  readonly grant: string;
  readonly tokenUrl: string;
  readonly authUrl?: string;
  readonly deviceUrl?: string;
  readonly redirectUrl?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  readonly username?: string;
  readonly password?: string;
  readonly inBody?: boolean;
  readonly pkce?: boolean;
  readonly audience?: string;
  readonly resource?: string;
}

/** The fields that have the same names in several clients. */
export const commonFields = (
  field: (name: string) => string,
): Pick<Required<OAuth>, 'clientId' | 'clientSecret' | 'scope' | 'username' | 'password' | 'audience' | 'resource'> => ({
  clientId: field('clientId'),
  clientSecret: field('clientSecret'),
  scope: field('scope'),
  username: field('username'),
  password: field('password'),
  audience: field('audience'),
  resource: field('resource'),
});

const grants: Readonly<Record<string, string>> = {
  authorization_code: 'Authorization Code',
  authorization_code_with_pkce: 'Authorization Code',
  client_credentials: 'Client Credentials',
  password: 'Password',
  password_credentials: 'Password',
  device_code: 'Device Authorization',
};

/** Reports that OAuth 2 was left out. */
export function withoutOauth(addNote: AddNote): SignIn {
  addNote('warning', 'OAuth 2 is not carried over: it has no token URL, or a grant that Req does not support.');
  return { directives: [] };
}

/** How the source sends the token. */
export interface TokenPlace {
  /** Before the token; empty for `Bearer`. */
  readonly prefix?: string;
  readonly inQuery?: boolean;
}

/** Sign-in by an OAuth 2 configuration, which is collected too. Without a token URL or a supported grant, warns and signs in without it. */
export function oauthSignIn(
  configurations: OAuthConfigurations,
  oauth: OAuth,
  { prefix = '', inQuery = false }: TokenPlace,
  name: string,
  addNote: AddNote,
): SignIn {
  const id = configurations.add(oauth, name);
  if (id === undefined || oauth.tokenUrl === '') return withoutOauth(addNote);
  if (inQuery) addNote('warning', 'The token is sent as Authorization: Bearer, not in the query.');
  else if (!/^(?:bearer)?$/i.test(prefix.trim()))
    addNote('warning', `The token is sent as Authorization: Bearer, not with the prefix ${JSON.stringify(prefix)}.`);
  return { directives: [`auth oauth2 ${id}`] };
}

/** Collects OAuth 2 configurations, which environment files define by id. */
export class OAuthConfigurations {
  readonly #found = new Map<string, { readonly id: string; readonly fields: ReadonlyMap<string, Value> }>();

  /** Returns the id of a configuration; undefined if Req does not support its grant. */
  add(oauth: OAuth, name: string): string | undefined {
    const grant = Object.hasOwn(grants, oauth.grant) ? grants[oauth.grant] : undefined;
    if (grant === undefined) return undefined;
    const fields: readonly (readonly [string, string | boolean | undefined])[] = [
      ['Type', 'OAuth2'],
      ['Grant Type', grant],
      ['Auth URL', oauth.authUrl],
      ['Device Auth URL', oauth.deviceUrl],
      ['Token URL', oauth.tokenUrl],
      ['Redirect URL', oauth.redirectUrl],
      ['Client ID', oauth.clientId],
      ['Client Secret', credential('clientSecret', oauth.clientSecret ?? '')],
      ['Client Credentials', oauth.inBody === true ? 'in body' : undefined],
      ['Scope', oauth.scope],
      ['Username', oauth.username],
      ['Password', credential('password', oauth.password ?? '')],
      ['PKCE', oauth.pkce],
    ];
    const more = new Map<string, Value>();
    for (const parameter of ['audience', 'resource'] as const)
      if ((oauth[parameter] ?? '') !== '') more.set(parameter, oauth[parameter] ?? '');
    const given = new Map<string, Value>(fields.flatMap(([key, v]) => (v === undefined || v === '' ? [] : [[key, v] as const])));
    if (more.size > 0) given.set('Custom Request Parameters', more);
    const key = valueToJson(given);
    const known = this.#found.get(key);
    if (known !== undefined) return known.id;
    const base = safeName(name)
      .replace(/[^\w-]+/g, '-')
      .toLowerCase();
    const id = `${base}${this.#found.size === 0 ? '' : `-${this.#found.size + 1}`}`;
    this.#found.set(key, { id, fields: given });
    return id;
  }

  /**
   * Adds the configurations to the environment files, for all environments.
   * @param raw collects texts that templates cannot express
   */
  into(files: readonly ImportedFile[], raw: RawTexts): readonly ImportedFile[] {
    const written = (v: Value): Value =>
      typeof v === 'string'
        ? asTemplate(v, raw)
        : isObjectValue(v)
          ? new Map(Array.from(v, ([key, one]) => [key, written(one)] as const))
          : v;
    const found = Array.from(this.#found.values(), ({ id, fields }) => {
      const values = new Map(Array.from(fields, ([key, v]) => [key, written(v)] as const));
      return [id, values] as const;
    });
    return withAuth(files, 'http-client.env.json', new Map<string, Value>(found));
  }
}

function withAuth(files: readonly ImportedFile[], path: string, auth: ReadonlyMap<string, Value>): readonly ImportedFile[] {
  if (auth.size === 0) return files;
  const content = new Map(object(parseJson(files.find((f) => f.path === path)?.text ?? '{}')));
  const shared = new Map(object(content.get('$shared')));
  shared.set('Security', new Map([['Auth', auth]]));
  content.set('$shared', shared);
  return [...files.filter((f) => f.path !== path), { path, text: `${valueToJson(content, 2)}\n` }];
}
