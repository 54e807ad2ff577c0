import type { Value } from '../../base/values/value.ts';
import { parseJson } from '../../base/json/json.ts';
import { valueToJson, valueToText } from '../../base/values/value.ts';
import { signIn } from '../import/auth/authentication.ts';
import type { SignIn } from '../import/auth/authWord.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { commonFields, oauthSignIn, type OAuthConfigurations } from '../import/auth/oauth.ts';
import type { AddNote } from '../import/importResult.ts';
import { credential } from '../import/secrets/credentials.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import { keptScript } from '../import/scripts/keptScripts.ts';
import { fileMark } from '../text/marks.ts';

export type Mark = (text: string) => string;

const isOff = (v: Value): boolean => text(v, 'disabled') === 'true';

export function authOf(auth: Value | undefined, mark: Mark, addNote: AddNote, oauth: OAuthConfigurations, name: string): SignIn {
  const type = text(auth, 'type');
  if (type === '' || text(auth, 'disabled') === 'true') return { directives: [] };
  const field = (...names: readonly string[]): string => mark(names.map((n) => text(auth, n)).find((v) => v !== '') ?? '');
  if (type === 'bearer' && text(auth, 'prefix') === 'NO_PREFIX')
    return { directives: [], headers: [{ name: 'Authorization', value: credential('token', field('token')) }] };
  if (type !== 'oauth2') return signIn(type, field, addNote);
  return oauthSignIn(
    oauth,
    {
      grant: text(auth, 'grantType'),
      tokenUrl: field('accessTokenUrl'),
      authUrl: field('authorizationUrl'),
      redirectUrl: field('redirectUrl'),
      ...commonFields(field),
      inBody: text(auth, 'credentialsInBody') === 'true',
    },
    { prefix: text(auth, 'tokenPrefix') },
    name,
    addNote,
  );
}

export const headersOf = (value: Value, mark: Mark): readonly HeaderDraft[] =>
  list(at(value, 'headers')).map((h) => ({ name: mark(text(h, 'name')), value: mark(text(h, 'value')), disabled: isOff(h) }));

/** Scripts of a request or folder, in both versions. */
export function scriptsOf(value: Value, addNote: AddNote): { readonly before: string; readonly after: string } {
  const script = (old: string, name: string): string => {
    const source = text(value, old) || text(value, 'scripts', name);
    return source.trim() === '' ? '' : keptScript(source, 'insomnia', addNote);
  };
  return { before: script('preRequestScript', 'preRequest'), after: script('afterResponseScript', 'afterResponse') };
}

interface Body {
  readonly body?: RequestDraft['body'];
  readonly headers: readonly HeaderDraft[];
  readonly off: readonly string[];
}

function fieldOf(p: Value, mark: Mark, addNote: AddNote): Field {
  const name = mark(text(p, 'name'));
  if (text(p, 'type') !== 'file') {
    // A text of several lines has the media type of its editor.
    const multiline = at(p, 'multiline');
    return { name, value: mark(text(p, 'value')), type: typeof multiline === 'string' ? multiline : '' };
  }
  if (text(p, 'fileName') === '') addNote('warning', `The field ${text(p, 'name')} names no file.`);
  return { name, value: mark(text(p, 'fileName') || 'file'), isFile: true };
}

function bodyOf(body: Value | undefined, headers: readonly HeaderDraft[], mark: Mark, addNote: AddNote): Body {
  const type = text(body, 'mimeType');
  const content = text(body, 'text');
  const params = list(at(body, 'params'));
  const off = params.filter(isOff).map((p) => `switched off: ${text(p, 'name')}=${text(p, 'value')}`);
  if (type === 'application/graphql' && content !== '') {
    const read = parseJson(content);
    if (has(read, 'query')) {
      const variables = at(read, 'variables');
      const asText =
        variables === undefined || variables === null ? '' : typeof variables === 'string' ? variables : valueToJson(variables, 2);
      const operation = text(read, 'operationName');
      return { body: { kind: 'graphql', query: mark(text(read, 'query')), variables: mark(asText), operation }, headers, off };
    }
    addNote('warning', 'The query cannot be read: it is used as the body.');
  }
  const fields = params
    .filter((p) => !isOff(p) && ['name', 'value', 'fileName'].some((key) => text(p, key) !== ''))
    .map((p) => fieldOf(p, mark, addNote));
  if (type === 'application/x-www-form-urlencoded' && fields.length > 0)
    return { body: urlencodedBody(fields), headers: withType(headers, type), off };
  if (type.startsWith('multipart/') && fields.length > 0) {
    const form = multipartBody(fields);
    return { body: form.body, headers: withThisType(headers, form.header), off };
  }
  if (text(body, 'fileName') !== '')
    return { body: { kind: 'text', text: fileMark(mark(text(body, 'fileName'))) }, headers: withType(headers, type), off };
  if (content === '') return { headers, off };
  return {
    body: { kind: 'text', text: mark(content) },
    headers: withType(headers, type === 'application/graphql' ? 'application/json' : type),
    off,
  };
}

export function insomniaRequest(
  value: Value,
  title: string,
  name: string | undefined,
  mark: Mark,
  addNote: AddNote,
  oauth: OAuthConfigurations,
): RequestDraft {
  const auth = authOf(at(value, 'authentication'), mark, addNote, oauth, title);
  const body = bodyOf(at(value, 'body'), headersOf(value, mark), mark, addNote);
  let url = text(value, 'url').trim();
  for (const p of list(at(value, 'pathParameters'))) {
    const parts = /^([^?#]*)([^]*)$/.exec(url);
    const given = text(p, 'value').replace(/[?#/%](?![^{]*\}\})/g, encodeURIComponent) || `{{ _.${text(p, 'name')} }}`;
    url =
      (parts?.[1] ?? '')
        .split('/')
        .map((s) => (s === `:${text(p, 'name')}` ? given : s))
        .join('/') + (parts?.[2] ?? '');
  }
  const parameters = list(at(value, 'parameters')).filter((p) => text(p, 'name') !== '');
  const query = parameters
    .filter((p) => !isOff(p))
    .map((p) => (text(p, 'value') === '' ? queryText(text(p, 'name')) : `${queryText(text(p, 'name'))}=${queryText(text(p, 'value'))}`));
  const [beforeHash = '', hash = ''] = url.split(/(?=#)/, 2);
  if (query.length > 0) url = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query.join('&')}${hash}`;
  if (url !== '' && !/^(?:[A-Za-z][\w+.-]*:\/\/|\{\{|\{%|localhost|127\.)/.test(url)) url = `http://${url}`;
  const directives = [...auth.directives];
  const setting = (old: string, ...path: readonly string[]): string => text(value, old) || text(value, 'settings', ...path);
  if (/^off$/i.test(setting('settingFollowRedirects', 'followRedirects'))) directives.push('no-redirect');
  if (setting('settingSendCookies', 'cookies', 'send') === 'false') directives.push('no-cookie-jar');
  if (setting('settingEncodeUrl', 'encodeUrl') === 'false') directives.push('no-encode');
  return {
    title,
    ...(name === undefined ? {} : { name }),
    description: text(value, 'description') || text(value, 'meta', 'description'),
    comments: [...parameters.filter(isOff).map((p) => `switched off: ${text(p, 'name')}=${text(p, 'value')}`), ...body.off],
    directives,
    ...scriptsOf(value, addNote),
    method: mark(text(value, 'method') || 'GET'),
    url: mark(url),
    headers: [...(auth.headers ?? []), ...body.headers],
    ...(body.body === undefined ? {} : { body: body.body }),
  };
}

/** Encodes a name or value like Insomnia; tags and placeholders are converted later. */
const queryText = (given: string): string =>
  given
    .split(/(\{\{[^{}]*\}\}|\{%[^]*?%\})/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(/[&#+%\s]/g, (c, at_: number) => (/^%[0-9A-Fa-f]{2}/.test(part.slice(at_)) ? c : encodeURIComponent(c))),
    )
    .join('');

export const folderVariables = (environment: Value | undefined, mark: Mark): readonly (readonly [string, string])[] =>
  [...(environment instanceof Map ? (environment as ReadonlyMap<string, Value>) : [])].map(
    ([k, v]) => [k, typeof v === 'string' ? mark(v) : valueToText(v)] as const,
  );
