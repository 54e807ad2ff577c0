import type { Value } from '../../base/values/value.ts';
import { isArrayValue } from '../../base/values/value.ts';
import { authWord, type SignIn } from '../import/auth/authWord.ts';
import type { HeaderDraft } from '../import/draft.ts';
import { variableName } from '../import/layout/fileNames.ts';
import type { OAuthConfigurations } from '../import/auth/oauth.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, object, text } from '../import/reading/importedValues.ts';
import { placeholderMark } from '../text/marks.ts';
import type { References } from './references.ts';

const flows = ['clientCredentials', 'authorizationCode', 'password', 'deviceAuthorization'] as const;
const grants = {
  clientCredentials: 'client_credentials',
  authorizationCode: 'authorization_code',
  password: 'password',
  deviceAuthorization: 'device_code',
};

export interface ApiSignIn extends Required<SignIn> {
  /** Parameters of the query, encoded. */
  readonly query: readonly string[];
}

/** What the security of a document refers to. */
export interface SecuritySchemes {
  readonly schemes: Value | undefined;
  readonly references: References;
  readonly oauth: OAuthConfigurations;
  /** The URL of the first server, which may contain marks. */
  readonly server: string;
}

/** The URL of a token server, which may be relative to the server of the document. */
function tokenUrl(url: string, server: string): string {
  if (url === '' || /^[A-Za-z][\w+.-]*:|^[{/]\//.test(url)) return url;
  const baseUrl = placeholderMark('baseUrl');
  if (!url.startsWith('/')) return `${baseUrl}/${url}`;
  const origin = /^[a-z][\w+.-]*:\/\/[^/?#]+/i.exec(server)?.[0];
  return `${origin === undefined || origin === server ? baseUrl : origin}${url}`;
}

/** The authentication of the first listed alternative. Undefined if there is none. */
export function securityOf(
  security: Value | undefined,
  { schemes, references, oauth, server }: SecuritySchemes,
  addNote: AddNote,
): ApiSignIn | undefined {
  if (security === undefined || !isArrayValue(security)) return undefined;
  const first = security.find((s) => object(s).size > 0);
  // An empty alternative or an empty list: no credentials needed.
  if (first === undefined) return { directives: ['auth none'], headers: [], query: [] };
  const directives: string[] = [];
  const headers: HeaderDraft[] = [];
  const query: string[] = [];
  const required = Array.from(object(first), ([name, scopes]) => ({ name, scopes, scheme: references.resolve(at(schemes, name)) }));
  const isKey = ({ scheme }: (typeof required)[number]): number => Number(text(scheme, 'type') === 'apiKey');
  // Keys need no `# @auth` of their own, of which there is only one.
  for (const { name, scopes, scheme } of required.toSorted((a, b) => isKey(a) - isKey(b))) {
    const secret = variableName(name).replaceAll('.', '_');
    const auth = (text_: string): void => {
      if (directives.length > 0) addNote('warning', `The scheme ${name} is required too: Req signs in with only one.`);
      else directives.push(`auth ${text_}`);
    };
    switch (text(scheme, 'type')) {
      case 'http': {
        const kind = text(scheme, 'scheme').toLowerCase();
        if (kind === 'basic' || kind === 'digest') auth(`${kind} {{$secret.${secret}_user}} {{$secret.${secret}_password}}`);
        else if (kind === 'bearer') auth(`bearer {{$secret.${secret}}}`);
        else addNote('warning', `Signing in with ${kind} is not carried over.`);
        break;
      }
      case 'apiKey': {
        const key = text(scheme, 'name');
        const place = text(scheme, 'in');
        if (place === 'cookie') headers.push({ name: 'Cookie', value: `${key}=${placeholderMark(`$secret.${secret}`)}` });
        else if (place === 'header' && directives.length > 0) headers.push({ name: key, value: placeholderMark(`$secret.${secret}`) });
        else if (place === 'query' && directives.length > 0)
          query.push(`${encodeURIComponent(key.toWellFormed())}=${placeholderMark(`$secret.${secret}`)}`);
        else auth(`apikey ${authWord(key, addNote)} {{$secret.${secret}}}${place === 'query' ? ' in=query' : ''}`);
        break;
      }
      case 'oauth2': {
        const flow = flows.find((f) => object(at(scheme, 'flows', f)).size > 0);
        const described = flow === undefined ? undefined : at(scheme, 'flows', flow);
        const id =
          flow === undefined
            ? undefined
            : oauth.add(
                {
                  grant: grants[flow],
                  tokenUrl: tokenUrl(text(described, 'tokenUrl'), server),
                  authUrl: tokenUrl(text(described, 'authorizationUrl'), server),
                  deviceUrl: tokenUrl(text(described, 'deviceAuthorizationUrl'), server),
                  clientId: placeholderMark(`$secret.${secret}_client`),
                  clientSecret: flow === 'authorizationCode' ? '' : placeholderMark(`$secret.${secret}_secret`),
                  scope: isArrayValue(scopes) ? scopes.map((s) => text(s)).join(' ') : '',
                  ...(flow === 'password'
                    ? { username: placeholderMark(`$secret.${secret}_user`), password: placeholderMark(`$secret.${secret}_password`) }
                    : {}),
                },
                name,
              );
        if (id === undefined) addNote('warning', `The scheme ${name} has no OAuth 2 flow that Req supports.`);
        else auth(`oauth2 ${id}`);
        break;
      }
      default:
        addNote('warning', `The scheme ${name} (${text(scheme, 'type') || 'not described'}) is not carried over.`);
    }
  }
  return { directives, headers, query };
}
