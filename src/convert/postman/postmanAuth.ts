import { isObjectValue, type Value } from '../../base/values/value.ts';
import { signIn } from '../import/auth/authentication.ts';
import type { SignIn } from '../import/auth/authWord.ts';
import { commonFields, withoutOauth, type OAuthConfigurations } from '../import/auth/oauth.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, list, object, text } from '../import/reading/importedValues.ts';
import { credential } from '../import/secrets/credentials.ts';
import { postmanText } from './postmanPlaceholders.ts';

/** The fields of `auth`: a list in version 2.1, an object in 2.0. */
function fieldsOf(auth: Value, type: string): ReadonlyMap<string, string> {
  const given = at(auth, type);
  const values = new Map<string, string>();
  for (const v of list(given)) values.set(text(v, 'key'), text(v, 'value'));
  for (const [key, v] of object(given)) values.set(key, text(v));
  return values;
}

/** Whether `auth` replaces the header `Authorization` of requests; undefined if it is that of the folder around. */
export function setsAuthorization(auth: Value | undefined): boolean | undefined {
  if (auth === undefined || !isObjectValue(auth) || text(auth, 'type') === 'inherit') return undefined;
  const type = text(auth, 'type');
  const values = fieldsOf(auth, type);
  if (values.get('addTokenTo')?.startsWith('query') === true || values.get('addParamsToHeader') === 'false') return false;
  if (type === 'bearer') return values.get('token') !== '';
  return /^(?:basic|digest|oauth1|oauth2|hawk|awsv4|jwt|asap)$/.test(type);
}

/** Converts `auth` of a request, a folder or the collection. */
export function authOf(auth: Value | undefined, addNote: AddNote, oauth: OAuthConfigurations, name: string): SignIn {
  if (auth === undefined || !isObjectValue(auth)) return { directives: [] };
  const type = text(auth, 'type');
  const values = fieldsOf(auth, type);
  const field = (...names: readonly string[]): string =>
    postmanText(names.map((n) => values.get(n) ?? '').find((v) => v !== '') ?? '', addNote);
  if (type !== 'oauth2') return signIn(type, field, addNote);
  const token = field('accessToken');
  // Without the field, Postman writes Bearer; an empty one writes the token alone.
  const prefix = values.has('headerPrefix') ? field('headerPrefix').trim() : 'Bearer';
  const inQuery = values.get('addTokenTo') === 'queryParams';
  const isPlain = prefix === 'Bearer' && !inQuery;
  const id =
    field('accessTokenUrl') === '' || (token !== '' && !isPlain)
      ? undefined
      : oauth.add(
          {
            grant: values.get('grant_type') ?? 'authorization_code',
            tokenUrl: field('accessTokenUrl'),
            authUrl: field('authUrl'),
            redirectUrl: field('redirect_uri'),
            ...commonFields(field),
            inBody: values.get('client_authentication') === 'body',
          },
          name,
        );
  if (id !== undefined) {
    if (!isPlain)
      addNote('warning', 'The token is sent as Authorization: Bearer, because the source contains no token to write in its place.');
    return { directives: [`auth oauth2 ${id}`] };
  }
  if (token !== '') return tokenAuth(token, prefix, inQuery, addNote);
  return withoutOauth(addNote);
}

/** A token that the source contains, in the place in which it is sent. */
function tokenAuth(token: string, prefix: string, inQuery: boolean, addNote: AddNote): SignIn {
  if (inQuery) {
    const given: Readonly<Record<string, string>> = { key: 'access_token', value: token, in: 'query' };
    return signIn('apikey', (...names) => names.map((n) => given[n] ?? '').find((v) => v !== '') ?? '', addNote);
  }
  if (prefix === '') return { directives: [], headers: [{ name: 'Authorization', value: credential('token', token) }] };
  return signIn('bearer', (name) => (name === 'token' ? token : name === 'prefix' ? prefix : ''), addNote);
}
