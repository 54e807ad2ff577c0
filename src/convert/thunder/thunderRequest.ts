import type { Value } from '../../base/values/value.ts';
import { signIn } from '../import/auth/authentication.ts';
import type { SignIn } from '../import/auth/authWord.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { withQuery } from '../import/reading/importedQuery.ts';
import { at, list, text } from '../import/reading/importedValues.ts';
import type { AddNote } from '../import/importResult.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { commonFields, oauthSignIn, type OAuthConfigurations } from '../import/auth/oauth.ts';
import { fileMark } from '../text/marks.ts';
import { thunderScript } from './thunderScripts.ts';
import { thunderTests } from './thunderTests.ts';
import { thunderText } from './thunderText.ts';

const isOff = (v: Value): boolean => text(v, 'isDisabled') === 'true';

export function authOf(auth: Value | undefined, addNote: AddNote, oauth: OAuthConfigurations, name: string): SignIn {
  const type = text(auth, 'type').toLowerCase();
  const own = at(auth, type) ?? auth;
  const field = (...names: readonly string[]): string => thunderText(names.map((n) => text(own, n)).find((v) => v !== '') ?? '', addNote);
  if (type === '' || type === 'inherit') return { directives: [] };
  if (type === 'bearer') {
    const token = thunderText(text(auth, 'bearer'), addNote);
    const prefix = text(auth, 'bearerPrefix');
    return signIn('bearer', (n) => (n === 'token' ? token : n === 'prefix' ? prefix : ''), addNote);
  }
  if (type === 'aws') return signIn('awsv4', (...names) => field(...names), addNote);
  if (type !== 'oauth2') return signIn(type, field, addNote);
  return oauthSignIn(
    oauth,
    {
      grant: text(own, 'grantType'),
      tokenUrl: field('tokenUrl'),
      authUrl: field('authUrl'),
      redirectUrl: field('redirectUri'),
      ...commonFields(field),
      inBody: text(own, 'clientAuth') === 'in-body',
    },
    { prefix: text(own, 'tokenPrefix') },
    name,
    addNote,
  );
}

export const headersOf = (value: Value | undefined, addNote: AddNote): readonly HeaderDraft[] =>
  list(at(value, 'headers')).map((h) => ({
    name: thunderText(text(h, 'name'), addNote),
    value: thunderText(text(h, 'value'), addNote),
    disabled: isOff(h),
  }));

/** Scripts and tests of a request, a folder or a collection. */
export function checksOf(
  value: Value | undefined,
  addNote: AddNote,
): Pick<RequestDraft, 'assertions' | 'captures'> & { before: string; after: readonly string[] } {
  const script = (...places: readonly (readonly string[])[]): string => {
    const source = places.map((place) => text(value, ...place)).find((s) => s.trim() !== '') ?? '';
    return source === '' ? '' : thunderScript(source, addNote);
  };
  const tests = thunderTests(at(value, 'tests'), addNote);
  for (const [place, key] of [
    ['preReq', 'runFilters'],
    ['preReq', 'runRequests'],
    ['postReq', 'runRequests'],
  ] as const)
    if (list(at(value, place, key)).length > 0) addNote('warning', `Script, line 1: ${place}.${key} is not carried over.`);
  return {
    before: script(['preReq', 'script'], ['preScript']),
    after: [tests.script.join('\n'), script(['postReq', 'script'], ['postScript'])].filter((s) => s !== ''),
    assertions: tests.assertions,
    captures: tests.captures,
  };
}

function bodyOf(body: Value | undefined, headers: readonly HeaderDraft[], addNote: AddNote): Pick<RequestDraft, 'headers' | 'body'> {
  const type = text(body, 'type').toLowerCase();
  const raw = thunderText(text(body, 'raw'), addNote);
  const fields = (key: string, isFile: boolean): readonly Field[] =>
    list(at(body, key)).flatMap((f) => {
      if (isOff(f) || text(f, 'name') === '') return [];
      return [{ name: thunderText(text(f, 'name'), addNote), value: thunderText(text(f, 'value'), addNote), isFile }];
    });
  switch (type) {
    case '':
    case 'none':
      return { headers };
    case 'formencoded':
      return { headers: withType(headers, 'application/x-www-form-urlencoded'), body: urlencodedBody(fields('form', false)) };
    case 'formdata': {
      const form = multipartBody([...fields('form', false), ...fields('files', true)]);
      return { headers: withThisType(headers, form.header), body: form.body };
    }
    case 'graphql': {
      const [query, variables] = ['query', 'variables'].map((key) => thunderText(text(body, 'graphql', key), addNote)) as [string, string];
      return { headers, body: { kind: 'graphql', query, variables } };
    }
    case 'binary': {
      const path = thunderText(text(body, 'binary'), addNote);
      if (path === '') addNote('warning', 'The body names no file.');
      return { headers, ...(path === '' ? {} : { body: { kind: 'text', text: fileMark(path) } }) };
    }
    default: {
      const media = { json: 'application/json', xml: 'application/xml', text: 'text/plain' }[type] ?? '';
      return raw === '' ? { headers } : { headers: withType(headers, media), body: { kind: 'text', text: raw } };
    }
  }
}

const fieldsOf = (body: Value | undefined): readonly Value[] =>
  /^form/i.test(text(body, 'type')) ? [...list(at(body, 'form')), ...list(at(body, 'files'))] : [];

/** The URL: it contains the query, and names of path parameters in braces. */
function urlOf(value: Value, addNote: AddNote): string {
  let url = text(value, 'url').trim();
  const missing: { name: string; value: string }[] = [];
  for (const p of list(at(value, 'params'))) {
    const name = text(p, 'name');
    const given = text(p, 'value');
    if (text(p, 'isPath') === 'true')
      url = url.replaceAll(
        new RegExp(`(?<!\\{)\\{${name.replace(/\W/g, '\\$&')}\\}(?!\\})|:${name.replace(/\W/g, '\\$&')}(?=[/?#]|$)`, 'g'),
        () => given,
      );
    else if (!isOff(p) && name !== '' && !url.includes('?'))
      missing.push({ name: thunderText(name, addNote), value: thunderText(given, addNote) });
  }
  if (url !== '' && !/^(?:[A-Za-z][\w+.-]*:\/\/|\{\{)/.test(url)) url = `http://${url}`;
  return withQuery(thunderText(url, addNote), missing);
}

export function thunderRequest(value: Value, title: string, addNote: AddNote, oauth: OAuthConfigurations): RequestDraft {
  const auth = authOf(at(value, 'auth'), addNote, oauth, title);
  const body = bodyOf(at(value, 'body'), headersOf(value, addNote), addNote);
  const directives = [...auth.directives];
  if (text(value, 'options', 'followRedirects') === 'false') directives.push('no-redirect');
  return {
    title,
    description: text(value, 'docs'),
    comments: [...list(at(value, 'params')), ...fieldsOf(at(value, 'body'))]
      .filter((p) => isOff(p) && text(p, 'name') !== '')
      .map((p) => `switched off: ${text(p, 'name')}=${text(p, 'value')}`),
    directives,
    ...checksOf(value, addNote),
    method: text(value, 'method') || 'GET',
    url: urlOf(value, addNote),
    headers: [...(auth.headers ?? []), ...body.headers],
    ...(body.body === undefined ? {} : { body: body.body }),
  };
}
