import { parseJson } from '../../base/json/json.ts';
import { valueToJson, type Value } from '../../base/values/value.ts';
import { percentEncodeAll } from '../../language/index.ts';
import { signIn } from '../import/auth/authentication.ts';
import type { SignIn } from '../import/auth/authWord.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { withQuery } from '../import/reading/importedQuery.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import type { AddNote } from '../import/importResult.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { commonFields, oauthSignIn, type OAuthConfigurations } from '../import/auth/oauth.ts';
import { fileMark } from '../text/marks.ts';
import { settingsOf } from './yaakSettings.ts';

export type Mark = (text: string) => string;

const isOff = (v: Value): boolean => text(v, 'enabled') === 'false';

export function authOf(value: Value | undefined, mark: Mark, addNote: AddNote, oauth: OAuthConfigurations, name: string): SignIn {
  const type = text(value, 'authenticationType')
    .toLowerCase()
    .replace(/^auth-/, '');
  const own = at(value, 'authentication');
  if (type === '' || text(own, 'disabled') === 'true') return { directives: [] };
  const field = (...names: readonly string[]): string => mark(names.map((n) => text(own, n)).find((v) => v !== '') ?? '');
  if (type === 'apikey') return signIn(type, (...names) => field(...names, ...(names.includes('in') ? ['location'] : [])), addNote);
  if (type !== 'oauth2') return signIn(type === 'aws' ? 'awsv4' : type, field, addNote);
  return oauthSignIn(
    oauth,
    {
      grant: text(own, 'grantType') || 'authorization_code',
      tokenUrl: field('accessTokenUrl'),
      authUrl: field('authorizationUrl'),
      redirectUrl: field('redirectUri'),
      ...commonFields(field),
      // Yaak does not store defaults.
      inBody: text(own, 'credentials') !== 'basic',
      ...(text(own, 'usePkce') === 'true' ? { pkce: true } : {}),
    },
    { prefix: text(own, 'headerPrefix') },
    name,
    addNote,
  );
}

export const headersOf = (value: Value | undefined, mark: Mark): readonly HeaderDraft[] =>
  list(at(value, 'headers')).map((h) => ({ name: mark(text(h, 'name')), value: mark(text(h, 'value')), disabled: isOff(h) }));

type Message = Pick<RequestDraft, 'headers' | 'body'>;

function graphqlOf(body: Value | undefined, headers: readonly HeaderDraft[], mark: Mark): Message {
  const read = has(body, 'query') ? body : parseJson(text(body, 'text'));
  const variables = at(read, 'variables');
  const written =
    variables === undefined || variables === null ? '' : typeof variables === 'string' ? variables : valueToJson(variables, 2);
  return { headers, body: { kind: 'graphql', query: mark(text(read, 'query')), variables: mark(written) } };
}

function fieldOf(f: Value, mark: Mark): Field {
  const file = text(f, 'file');
  const field = { name: mark(text(f, 'name')), value: mark(file || text(f, 'value')), type: text(f, 'contentType'), isFile: file !== '' };
  return file === '' || text(f, 'filename') === '' ? field : { ...field, fileName: mark(text(f, 'filename')) };
}

function bodyOf(value: Value, headers: readonly HeaderDraft[], mark: Mark, addNote: AddNote): Message {
  const type = text(value, 'bodyType');
  const body = at(value, 'body');
  if (type === '' || type === 'none') return { headers };
  if (type === 'graphql') return graphqlOf(body, headers, mark);
  if (type === 'binary') {
    const path = text(body, 'filePath');
    if (path === '') addNote('warning', 'The body names no file.');
    return { headers, ...(path === '' ? {} : { body: { kind: 'text', text: fileMark(mark(path)) } }) };
  }
  const fields = list(at(body, 'form'))
    .filter((f) => !isOff(f) && text(f, 'name') !== '')
    .map((f) => fieldOf(f, mark));
  if (type === 'application/x-www-form-urlencoded') return { headers: withType(headers, type), body: urlencodedBody(fields) };
  if (type === 'multipart/form-data') {
    const form = multipartBody(fields);
    return { headers: withThisType(headers, form.header), body: form.body };
  }
  const content = mark(text(body, 'text'));
  return {
    headers: withType(headers, type.includes('/') ? type : ''),
    ...(content === '' ? {} : { body: { kind: 'text', text: content } }),
  };
}

/** A value in a path, encoded outside of its tags. */
const encodedPart = (value: string): string =>
  value
    .split(/(\$\{\[[^\r\n]*?\]\})/)
    .map((part, i) => (i % 2 === 1 ? part : percentEncodeAll(part)))
    .join('');

/** Parameters whose names begin with a colon are parts of the path. */
function urlOf(value: Value, mark: Mark): string {
  let url = text(value, 'url').trim();
  const query: { name: string; value: string }[] = [];
  for (const p of list(at(value, 'urlParameters'))) {
    const name = text(p, 'name');
    if (isOff(p) || name === '') continue;
    if (name.startsWith(':'))
      url = url
        .split('/')
        .map((part) => (part.replace(/[?#][^]*$/, '') === name ? part.replace(name, () => encodedPart(text(p, 'value'))) : part))
        .join('/');
    else query.push({ name: mark(name), value: mark(text(p, 'value')) });
  }
  if (url !== '' && !/^(?:[A-Za-z][\w+.-]*:\/\/|\$\{\[)/.test(url)) url = `http://${url}`;
  return withQuery(mark(url), query);
}

/** @param shared settings that the request inherits in Req */
export function yaakRequest(
  value: Value,
  { title, shared }: { readonly title: string; readonly shared: readonly string[] },
  mark: Mark,
  addNote: AddNote,
  oauth: OAuthConfigurations,
): RequestDraft {
  const auth = authOf(value, mark, addNote, oauth, title);
  const body = bodyOf(value, headersOf(value, mark), mark, addNote);
  return {
    title,
    description: text(value, 'description'),
    comments: list(at(value, 'urlParameters'))
      .filter((p) => isOff(p) && text(p, 'name') !== '')
      .map((p) => `switched off: ${text(p, 'name')}=${text(p, 'value')}`),
    directives: [...auth.directives, ...settingsOf(value, shared, addNote)],
    method: mark(text(value, 'method') || 'GET'),
    url: urlOf(value, mark),
    headers: [...(auth.headers ?? []), ...body.headers],
    ...(body.body === undefined ? {} : { body: body.body }),
  };
}
