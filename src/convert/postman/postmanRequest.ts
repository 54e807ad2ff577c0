import type { Value } from '../../base/values/value.ts';
import { isArrayValue, isObjectValue } from '../../base/values/value.ts';
import { withoutOverridden } from '../import/auth/overridden.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { keptScript } from '../import/scripts/keptScripts.ts';
import type { OAuthConfigurations } from '../import/auth/oauth.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, has, lines, list, object, text } from '../import/reading/importedValues.ts';
import { fileMark } from '../text/marks.ts';
import { authOf, setsAuthorization } from './postmanAuth.ts';
import { postmanText } from './postmanPlaceholders.ts';

export const description = (v: Value | undefined): string => (has(v, 'content') ? text(v, 'content') : text(v));

export function scriptsOf(
  item: Value | undefined,
  addNote: AddNote,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const of = (listen: string): readonly string[] =>
    list(at(item, 'event'))
      .filter((e) => text(e, 'listen') === listen && text(e, 'disabled') !== 'true')
      .map((e) => {
        const source = has(at(e, 'script'), 'exec') ? lines(at(e, 'script', 'exec')) : lines(at(e, 'script'));
        if (at(e, 'script', 'src') !== undefined) addNote('warning', 'A script of another file is not carried over.');
        return source.trim() === '' ? '' : keptScript(source, 'postman', addNote);
      })
      .filter((s) => s !== '');
  return { before: of('prerequest'), after: of('test') };
}

function urlOf(url: Value | undefined, addNote: AddNote): { readonly url: string; readonly off: readonly string[] } {
  const query = list(at(url, 'query'));
  const raw = isObjectValue(url ?? null) ? text(url, 'raw') : text(url);
  const join = (v: Value | undefined, by: string): string =>
    list(v).length > 0
      ? list(v)
          .map((p) => text(p, 'value') || text(p))
          .join(by)
      : text(v);
  const built = (): string => {
    const host = join(at(url, 'host'), '.');
    if (host === '') return '';
    const protocol = text(url, 'protocol');
    const on = query
      .filter((q) => text(q, 'disabled') !== 'true')
      .map((q) => `${text(q, 'key')}${at(q, 'value') === null ? '' : `=${text(q, 'value')}`}`);
    const port = text(url, 'port');
    const path = join(at(url, 'path'), '/').replace(/^(?=[^/])/, '/');
    return `${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}${path}${on.length === 0 ? '' : `?${on.join('&')}`}`;
  };
  let written = raw === '' ? built() : withoutOff(raw, query);
  for (const v of list(at(url, 'variable'))) {
    const name = text(v, 'key') || text(v, 'id');
    if (name === '' || text(v, 'disabled') === 'true') continue;
    const value = text(v, 'value');
    if (value === '') addNote('information', `The path's :${name} has no value: it is the variable {{${name}}}.`);
    const inserted = value === '' ? `{{${name}}}` : value.replace(/[?#/%](?![^{]*\}\})/g, encodeURIComponent);
    const parts = /^([^?#]*)([^]*)$/.exec(written);
    const path = (parts?.[1] ?? '')
      .split('/')
      .map((segment) => (segment === `:${name}` ? inserted : segment))
      .join('/');
    written = `${path}${parts?.[2] ?? ''}`;
  }
  if (written !== '' && !/^(?:[A-Za-z][\w+.-]*:\/\/|\{\{|localhost|127\.)/.test(written))
    written = `http://${written.replace(/^\/\//, '')}`;
  const off = query.filter((q) => text(q, 'disabled') === 'true').map((q) => `switched off: ${text(q, 'key')}=${text(q, 'value')}`);
  return { url: postmanText(written, addNote), off };
}

/** The written URL without disabled parameters, if it contains them: Postman sends the enabled parameters of its list. */
function withoutOff(raw: string, query: readonly Value[]): string {
  const [, path = '', written = '', hash = ''] = /^([^?#]*)\?([^#]*)([^]*)$/.exec(raw) ?? [];
  const pairs = written.split('&');
  if (pairs.length !== query.length || !pairs.every((pair, i) => pair.split('=')[0] === text(query[i], 'key'))) return raw;
  const on = pairs.filter((_, i) => text(query[i], 'disabled') !== 'true');
  return `${path}${on.length === 0 ? '' : `?${on.join('&')}`}${hash}`;
}

const languages: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

interface Body {
  readonly body?: RequestDraft['body'];
  readonly headers: readonly HeaderDraft[];
  readonly off: readonly string[];
}

function bodyOf(body: Value | undefined, headers: readonly HeaderDraft[], addNote: AddNote): Body {
  const plain = { headers, off: [] };
  if (body === undefined || !isObjectValue(body) || text(body, 'disabled') === 'true') return plain;
  const mode = text(body, 'mode');
  const fields = list(at(body, mode));
  const off = fields.filter((f) => text(f, 'disabled') === 'true').map((f) => `switched off: ${text(f, 'key')}=${text(f, 'value')}`);
  const on = fields.filter((f) => text(f, 'disabled') !== 'true');
  switch (mode) {
    case 'raw': {
      const content = text(body, 'raw');
      if (content === '') return plain;
      const type = languages[text(body, 'options', 'raw', 'language')] ?? 'text/plain';
      return { body: { kind: 'text', text: postmanText(content, addNote) }, headers: withType(headers, type), off };
    }
    case 'urlencoded': {
      const read = on.map((f): Field => ({ name: postmanText(text(f, 'key'), addNote), value: postmanText(text(f, 'value'), addNote) }));
      if (read.length === 0) return { ...plain, off };
      return { body: urlencodedBody(read), headers: withType(headers, 'application/x-www-form-urlencoded'), off };
    }
    case 'formdata': {
      const read = on.flatMap((f): readonly Field[] => {
        const name = postmanText(text(f, 'key'), addNote);
        const type = text(f, 'contentType');
        if (text(f, 'type') !== 'file') return [{ name, value: postmanText(text(f, 'value'), addNote), type }];
        // Several files are a list, which is empty if none is chosen.
        const several = list(at(f, 'src')).map((p) => text(p));
        const paths = several.length > 0 ? several : [isArrayValue(at(f, 'src') ?? null) ? '' : text(f, 'src')];
        if (paths.some((p) => p === '')) addNote('warning', `The field ${text(f, 'key')} names no file.`);
        return paths.map((p) => ({ name, value: postmanText(p === '' ? 'file' : p, addNote), type, isFile: true }));
      });
      if (read.length === 0) return { ...plain, off };
      const form = multipartBody(read);
      return { body: form.body, headers: withThisType(headers, form.header), off };
    }
    case 'file': {
      const path = text(body, 'file', 'src');
      if (path === '') {
        if (text(body, 'file', 'content') !== '') return { body: { kind: 'text', text: text(body, 'file', 'content') }, headers, off };
        addNote('warning', 'The body names no file.');
        return plain;
      }
      return { body: { kind: 'text', text: fileMark(postmanText(path, addNote)) }, headers, off };
    }
    case 'graphql':
      return {
        body: {
          kind: 'graphql',
          query: postmanText(text(body, 'graphql', 'query'), addNote),
          variables: postmanText(text(body, 'graphql', 'variables'), addNote),
          operation: text(body, 'graphql', 'operationName'),
        },
        headers,
        off,
      };
    case '':
      return plain;
    default:
      addNote('warning', `A body of the mode ${mode} is not carried over.`);
      return plain;
  }
}

function headersOf(headers: Value | undefined, addNote: AddNote): readonly HeaderDraft[] {
  if (typeof headers === 'string')
    return headers.split(/\r?\n/).flatMap((l) => {
      const m = /^([^:]+):(.*)$/.exec(l);
      return m === null ? [] : [{ name: (m[1] ?? '').trim(), value: postmanText((m[2] ?? '').trim(), addNote) }];
    });
  return list(headers).map((h) => ({
    name: text(h, 'key'),
    value: postmanText(text(h, 'value'), addNote),
    disabled: text(h, 'disabled') === 'true',
  }));
}

const behaviours: Readonly<Record<string, (value: string) => string | undefined>> = {
  followRedirects: (v) => (v === 'false' ? 'no-redirect' : undefined),
  strictSSL: (v) => (v === 'false' ? 'insecure' : undefined),
  disableCookies: (v) => (v === 'true' ? 'no-cookie-jar' : undefined),
  maxRedirects: (v) => (/^\d+$/.test(v) ? `max-redirects ${v}` : undefined),
  followAuthorizationHeader: (v) => (v === 'true' ? 'keep-auth-on-redirect' : undefined),
  disableUrlEncoding: (v) => (v === 'true' ? 'no-encode' : undefined),
};
/** Settings without effect on the request, and settings that Req always applies. */
const ignored = new Set(['disableBodyPruning', 'disabledSystemHeaders', 'insecureHTTPParser', 'protocolVersion', 'tlsPreferServerCiphers']);

/** Directives for the settings of a request, a folder or a collection. */
export function settingsOf(value: Value, addNote: AddNote): readonly string[] {
  const directives: string[] = [];
  for (const [key, v] of object(at(value, 'protocolProfileBehavior'))) {
    const directive = Object.hasOwn(behaviours, key) ? behaviours[key]?.(text(v)) : undefined;
    if (directive !== undefined) directives.push(directive);
    else if (!Object.hasOwn(behaviours, key) && !ignored.has(key)) addNote('warning', `The setting ${key} is not carried over.`);
  }
  return directives;
}

/** Whether the bodies of GET requests are sent; undefined if the value does not set it. */
function keepsBodies(value: Value): boolean | undefined {
  const set = text(value, 'protocolProfileBehavior', 'disableBodyPruning');
  return set === '' ? undefined : set === 'true';
}

/** Methods of which Postman sends a body only if a setting says so. */
const withoutBody = /^(?:get|copy|head|purge|unlock)$/i;

/** A body that Postman does not send becomes comments. */
function pruned(method: string, body: Value | undefined, whole: Body, headers: readonly HeaderDraft[], addNote: AddNote): Body {
  if (!withoutBody.test(method) || whole.body === undefined) return whole;
  addNote('information', `Postman does not send the body of a request with the method ${method}: it becomes a comment.`);
  const { body: sent } = whole;
  const fields = list(at(body, text(body, 'mode'))).filter((f) => text(f, 'disabled') !== 'true');
  const off = fields.map((f) => `switched off: ${text(f, 'key')}=${text(f, 'value')}`);
  const texts = sent.kind === 'graphql' ? [sent.query, sent.variables] : sent.kind === 'text' ? [sent.text] : [];
  return { headers, off: [...whole.off, ...(off.length > 0 ? off : [['switched off: body', ...texts].join('\n')])] };
}

/** What the folders around a request set. */
export interface Inherited {
  /** Whether a body is sent with any method. */
  readonly keepsBody: boolean;
  readonly setsAuthorization: boolean;
}

/** @param around what applies if a folder or the collection does not set it */
export const inheritedOf = (value: Value, around: Inherited): Inherited => ({
  keepsBody: keepsBodies(value) ?? around.keepsBody,
  setsAuthorization: setsAuthorization(at(value, 'auth')) ?? around.setsAuthorization,
});

export function postmanRequest(item: Value, addNote: AddNote, oauth: OAuthConfigurations, around: Inherited): RequestDraft {
  const request = at(item, 'request');
  const isUrl = typeof request === 'string';
  const { url, off } = urlOf(isUrl ? request : at(request, 'url'), addNote);
  const name = text(item, 'name') || url;
  const auth = authOf(at(request, 'auth'), addNote, oauth, name);
  const method = isUrl ? 'GET' : postmanText(text(request, 'method'), addNote);
  const headers = headersOf(at(request, 'header'), addNote);
  const whole = bodyOf(at(request, 'body'), headers, addNote);
  const body = (keepsBodies(item) ?? around.keepsBody) ? whole : pruned(method || 'GET', at(request, 'body'), whole, headers, addNote);
  const signsIn = setsAuthorization(at(request, 'auth')) ?? around.setsAuthorization;
  const directives = [...auth.directives, ...settingsOf(item, addNote)];
  const examples = list(at(item, 'response')).length;
  if (examples > 0) addNote('information', `${examples === 1 ? 'A saved response is' : `${examples} saved responses are`} left out.`);
  if (at(request, 'proxy') !== undefined) addNote('warning', 'Its proxy is not carried over: # @proxy names one.');
  if (at(request, 'certificate') !== undefined) addNote('warning', 'Its certificate is not carried over: # @cert names one.');
  return {
    title: name,
    description: description(at(request, 'description')) || description(at(item, 'description')),
    comments: [...off, ...body.off],
    directives,
    ...scriptsOf(item, addNote),
    method,
    url,
    headers: [...(auth.headers ?? []), ...(signsIn ? withoutOverridden(body.headers) : body.headers)],
    ...(body.body === undefined ? {} : { body: body.body }),
  };
}
