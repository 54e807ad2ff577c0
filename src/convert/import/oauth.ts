import { parseJson } from '../../base/json.ts';
import { valueToJson, type Value } from '../../base/value.ts';
import { asTemplate, RawTexts } from '../text/literal.ts';
import type { ImportedFile } from './result.ts';
import { safeName } from './names.ts';
import { object } from './values.ts';

/** What signing in by OAuth 2 needs. Texts may hold marks. */
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
}

const grants: Readonly<Record<string, string>> = {
  authorization_code: 'Authorization Code',
  authorization_code_with_pkce: 'Authorization Code',
  client_credentials: 'Client Credentials',
  password: 'Password',
  password_credentials: 'Password',
  device_code: 'Device Authorization',
};

/** Gathers configurations of OAuth 2, which stand in the environment files under an id each. */
export class OAuthConfigurations {
  readonly #found = new Map<
    string,
    { readonly id: string; readonly open: ReadonlyMap<string, Value>; readonly hidden: ReadonlyMap<string, Value> }
  >();

  /** The id of a configuration; undefined where Req does not know its grant. */
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
      ['Client Secret', oauth.clientSecret],
      ['Client Credentials', oauth.inBody === true ? 'in body' : undefined],
      ['Scope', oauth.scope],
      ['Username', oauth.username],
      ['Password', oauth.password],
      ['PKCE', oauth.pkce],
    ];
    const open = new Map<string, Value>();
    const hidden = new Map<string, Value>();
    for (const [key, v] of fields) {
      if (v === undefined || v === '') continue;
      const isSecret = typeof v === 'string' && /^(?:Client Secret|Password)$/.test(key) && !v.startsWith('\ufdd4');
      (isSecret ? hidden : open).set(key, typeof v === 'string' ? asTemplate(v, new RawTexts('')) : v);
    }
    const key = valueToJson([open, hidden]);
    const known = this.#found.get(key);
    if (known !== undefined) return known.id;
    const base = safeName(name)
      .replace(/[^\w-]+/g, '-')
      .toLowerCase();
    const id = `${base}${this.#found.size === 0 ? '' : `-${this.#found.size + 1}`}`;
    this.#found.set(key, { id, open, hidden });
    return id;
  }

  /** The environment files with them, for all environments; what is secret stands in the private one. */
  into(files: readonly ImportedFile[]): readonly ImportedFile[] {
    const found = [...this.#found.values()];
    const open = new Map<string, Value>(found.map(({ id, open: value }) => [id, value]));
    const hidden = new Map<string, Value>(found.flatMap(({ id, hidden: value }) => (value.size === 0 ? [] : [[id, value] as const])));
    return withAuth(withAuth(files, 'http-client.env.json', open), 'http-client.private.env.json', hidden);
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
