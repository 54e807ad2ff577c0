import { signIn } from '../import/auth/authentication.ts';
import type { SignIn } from '../import/auth/authWord.ts';
import type { HeaderDraft, PreambleDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { typedVariable } from './typedVariable.ts';
import { variableName } from '../import/layout/fileNames.ts';
import { keptScript } from '../import/scripts/keptScripts.ts';
import { oauthSignIn, type OAuthConfigurations } from '../import/auth/oauth.ts';
import { withoutOverridden } from '../import/auth/overridden.ts';
import type { AddNote } from '../import/importResult.ts';
import { postmanText } from '../postman/postmanPlaceholders.ts';
import { fileMark } from '../text/marks.ts';
import { assertionsOf } from './brunoAssertions.ts';
import type { BruFile, Entry } from './bru.ts';
import { brunoScript } from './brunoScripts.ts';
import { withoutJsonComments } from './jsonComments.ts';

/** Marks the placeholders in a text of Bruno. Its dynamic values have the same names as in Postman. */
export const brunoText = (text: string, addNote: AddNote): string =>
  postmanText(text, addNote, (inner) => {
    const name = /^process\.env\.([A-Za-z_]\w*)$/.exec(inner)?.[1];
    if (name === undefined) return partOf(inner);
    addNote(
      'information',
      `process.env.${name} is read from the environment of the process, not from .env: {{$dotenv.${name}}} reads that file.`,
    );
    return `$env.${name}`;
  });

/** A part of a variable with brackets: `list[0].name`, `user['full name']`. Undefined for others. */
function partOf(inner: string): string | undefined {
  const [, name = '', steps] =
    /^([\p{L}_][\p{L}\p{N}_.-]*)((?:\[(?:\d+|'[^'\\[\]]*'|"[^"\\[\]]*")\]|\.[\p{L}_][\p{L}\p{N}_-]*)*)$/u.exec(inner) ?? [];
  if (steps === undefined || !steps.includes('[')) return undefined;
  return variableName(name) + steps.replace(/\['([^']*)'\]/g, (_, key: string) => `[${JSON.stringify(key)}]`);
}

const valueOf = (file: BruFile, block: string, name: string): string =>
  file.dictionaries.get(block)?.find((e) => e.name === name && e.enabled)?.value ?? '';

export const metaOf = (file: BruFile, name: string): string => valueOf(file, 'meta', name);

/** The authentication of a file: from its own block or from the request's line. */
function authOf(file: BruFile, inherits: string, addNote: AddNote, oauth: OAuthConfigurations, name: string): SignIn {
  const mode =
    inherits || valueOf(file, 'auth', 'mode') || [...file.dictionaries.keys()].find((k) => k.startsWith('auth:'))?.slice(5) || '';
  const block = `auth:${mode}`;
  const field = (...names: readonly string[]): string =>
    brunoText(names.map((n) => valueOf(file, block, n)).find((v) => v !== '') ?? '', addNote);
  if (mode !== 'oauth2') return signIn(mode, field, addNote);
  return oauthSignIn(
    oauth,
    {
      grant: valueOf(file, block, 'grant_type'),
      tokenUrl: field('access_token_url'),
      authUrl: field('authorization_url'),
      deviceUrl: field('device_authorization_url'),
      redirectUrl: field('callback_url'),
      clientId: field('client_id'),
      clientSecret: field('client_secret'),
      scope: field('scope'),
      username: field('username'),
      password: field('password'),
      inBody: valueOf(file, block, 'credentials_placement') === 'body',
      ...(valueOf(file, block, 'pkce') === 'false' ? { pkce: false } : {}),
    },
    {
      prefix: valueOf(file, block, 'token_header_prefix'),
      inQuery: /^(?:url|query)/.test(valueOf(file, block, 'token_placement')),
    },
    name,
    addNote,
  );
}

/** A saved variable that is a value of the response, as a capture; undefined for others. */
function captureOf({ name, value }: { readonly name: string; readonly value: string }): string | undefined {
  const written = variableName(name.replace(/^@/, ''));
  const [, path] = /^\$?res(?:\.body|\.getBody\(\))((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(value.trim()) ?? [];
  const left = path === undefined ? /^\$?res\.(status)$/.exec(value.trim())?.[1] : `body${path}`;
  return left === undefined || !/^[A-Za-z_]\w*$/.test(written) ? undefined : `${written} << ${left}`;
}

const savedIn = (file: BruFile) => (file.dictionaries.get('vars:post-response') ?? []).filter((e) => e.enabled);

/** The saved variables of a request: either all as captures or all in a script, because one may use another. */
function capturesOf(file: BruFile): readonly string[] | undefined {
  const captures = savedIn(file).map(captureOf);
  const found = captures.filter((c) => c !== undefined);
  return found.length === captures.length ? found : undefined;
}

/** Bruno runs saved variables, the script and the tests one after another, each in a scope of its own. */
function scriptsOf(file: BruFile, addNote: AddNote, hasCaptures = false): { readonly before: string; readonly after: readonly string[] } {
  const script = (name: string): string => {
    const source = file.texts.get(name) ?? '';
    return source.trim() === '' ? '' : keptScript(source, 'bruno', addNote);
  };
  const set = (hasCaptures ? [] : savedIn(file))
    .map(
      (e) =>
        `tool.setVar(${JSON.stringify(variableName(e.name.replace(/^@/, '')))}, ${brunoScript(e.value.replace(/^\$res\b/, 'res'), addNote)});`,
    )
    .join('\n');
  const after = [set, script('script:post-response'), script('tests')].filter((p) => p !== '');
  return { before: script('script:pre-request'), after };
}

function headersOf(file: BruFile, addNote: AddNote): readonly HeaderDraft[] {
  return (file.dictionaries.get('headers') ?? []).map((e) => ({ name: e.name, value: brunoText(e.value, addNote), disabled: !e.enabled }));
}

function variablesOf(file: BruFile, addNote: AddNote): readonly (readonly [string, string])[] {
  const own = [...(file.dictionaries.get('vars:pre-request') ?? []), ...(file.dictionaries.get('vars') ?? [])];
  return own
    .filter((e) => e.enabled)
    .flatMap((e) => {
      const name = variableName(e.name.replace(/^@/, ''));
      return typedVariable(name, e) ?? [[name, brunoText(e.value, addNote)] as const];
    });
}

/** Path parameters that a script reads keep their names, as variables of the request. */
function namedParams(file: BruFile): readonly Entry[] {
  const isRead = [...file.texts.values()].some((text) => /\bpathParams\b|\bgetPathParams\b/.test(text));
  return isRead ? (file.dictionaries.get('params:path') ?? []).filter((e) => e.value !== '' && /^[A-Za-z]\w*$/.test(e.name)) : [];
}

const offOf = (entries: readonly Entry[] | undefined): readonly string[] =>
  (entries ?? []).filter((e) => !e.enabled).map((e) => `switched off: ${e.name}: ${e.value}`);

/** The definitions of `collection.bru` and `folder.bru` for all their requests. */
export function brunoPreamble(file: BruFile, addNote: AddNote, oauth: OAuthConfigurations, name: string): PreambleDraft {
  const auth = authOf(file, '', addNote, oauth, name);
  const docs = file.texts.get('docs')?.trim() ?? '';
  return {
    ...(docs === '' ? {} : { description: docs }),
    comments: offOf(file.dictionaries.get('vars:pre-request')),
    directives: auth.directives.filter((d) => d !== 'auth none'),
    variables: variablesOf(file, addNote),
    headers: [...(auth.headers ?? []), ...headersOf(file, addNote)],
    ...scriptsOf(file, addNote),
  };
}

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  sparql: 'application/sparql-query',
};

interface Body {
  readonly body?: RequestDraft['body'];
  readonly headers: readonly HeaderDraft[];
  readonly off: readonly string[];
}

function bodyOf(file: BruFile, mode: string, headers: readonly HeaderDraft[], addNote: AddNote): Body {
  const kind = { formUrlEncoded: 'form-urlencoded', multipartForm: 'multipart-form' }[mode] ?? mode;
  const entries = file.dictionaries.get(`body:${kind}`) ?? [];
  const off = offOf(entries);
  const on = entries.filter((e) => e.enabled);
  const field = (e: Entry): readonly Field[] => {
    const m = /^@file\((.*?)\)(?:\s*@contentType\((.*?)\))?\s*$/.exec(e.value);
    const typed = /^([^]*?)(?<!\s)\s*@contentType\((.*?)\)\s*$/.exec(e.value);
    const name = brunoText(e.name, addNote);
    if (m === null) return [{ name, value: brunoText(typed?.[1] ?? e.value, addNote), type: typed?.[2] ?? '' }];
    return (m[1] ?? '').split('|').map((p) => ({ name, value: brunoText(p.trim() || 'file', addNote), type: m[2] ?? '', isFile: true }));
  };
  switch (kind) {
    case 'none':
    case '':
      return { headers, off };
    case 'graphql': {
      const variables = uncommented(file.texts.get('body:graphql:vars') ?? '', addNote);
      return {
        body: {
          kind: 'graphql',
          query: brunoText(file.texts.get('body:graphql') ?? '', addNote),
          variables: brunoText(variables.text, addNote),
        },
        headers,
        off: variables.comments,
      };
    }
    case 'form-urlencoded':
      // A script may set the body.
      if (on.length === 0) return { headers: withType(headers, 'application/x-www-form-urlencoded'), off };
      return { body: urlencodedBody(on.flatMap(field)), headers: withType(headers, 'application/x-www-form-urlencoded'), off };
    case 'multipart-form': {
      if (on.length === 0) return { headers, off };
      const form = multipartBody(on.flatMap(field));
      return { body: form.body, headers: withThisType(headers, form.header), off };
    }
    case 'file': {
      const [first] = on.flatMap(field);
      if (first?.isFile !== true) return { headers, off };
      return { body: { kind: 'text', text: fileMark(first.value) }, headers: withType(headers, first.type ?? ''), off };
    }
  }
  const content = file.texts.get(`body:${kind}`) ?? (kind === 'json' ? file.texts.get('body') : undefined);
  if (content === undefined) return { headers, off };
  const { text, comments } = kind === 'json' ? uncommented(content, addNote) : { text: content, comments: [] };
  return {
    body: { kind: 'text', text: brunoText(text, addNote) },
    headers: withType(headers, types[kind] ?? ''),
    off: [...off, ...comments],
  };
}

function uncommented(json: string, addNote: AddNote): ReturnType<typeof withoutJsonComments> {
  const found = withoutJsonComments(json);
  if (found.comments.length > 0)
    addNote('information', 'The comments in its JSON, which Bruno does not send, are written above the request.');
  return found;
}

const methods = /^(?:get|post|put|patch|delete|options|head|connect|trace|http)$/;

/** Whether authentication sets the header `Authorization`. */
export const setsAuthorization = (directives: readonly string[]): boolean =>
  directives.some((directive) => /^auth (?!none|apikey|wsse)/.test(directive));

/** Whether a request or a folder has the authentication of the folder around it. */
export const inheritsAuth = (file: BruFile, verb: string): boolean =>
  (valueOf(file, verb, 'auth') || valueOf(file, 'auth', 'mode')) === 'inherit';

/**
 * Converts a request; undefined (with a warning) if Req cannot send it.
 * @param signsIn whether the authentication of the folders around it sets the header `Authorization`
 */
export function brunoRequest(
  file: BruFile,
  title: string,
  addNote: AddNote,
  oauth: OAuthConfigurations,
  signsIn: boolean,
): RequestDraft | undefined {
  const type = metaOf(file, 'type');
  const verb = [...file.dictionaries.keys()].find((k) => methods.test(k));
  if (verb === undefined || /^(?:grpc|ws|websocket)/.test(type)) {
    addNote(
      'warning',
      type === '' || type === 'http' ? 'It is not a request and is left out.' : `A request of the type ${type} is left out.`,
    );
    return undefined;
  }
  const auth = authOf(file, valueOf(file, verb, 'auth'), addNote, oauth, title);
  const body = bodyOf(file, valueOf(file, verb, 'body') || bodyKind(file), headersOf(file, addNote), addNote);
  const isReplaced = inheritsAuth(file, verb) ? signsIn : setsAuthorization(auth.directives);
  let url = valueOf(file, verb, 'url').trim();
  const params = namedParams(file);
  for (const e of file.dictionaries.get('params:path') ?? []) {
    const value =
      e.value === '' || params.includes(e) ? `{{${variableName(e.name)}}}` : e.value.replace(/[?#/%](?![^{]*\}\})/g, encodeURIComponent);
    const parts = /^([^?#]*)([^]*)$/.exec(url);
    url =
      (parts?.[1] ?? '')
        .split('/')
        .map((s) => (s === `:${e.name}` ? value : s))
        .join('/') + (parts?.[2] ?? '');
  }
  const query = (file.dictionaries.get('params:query') ?? []).filter((e) => e.enabled);
  if (query.length > 0 && !url.includes('?')) url += `?${query.map((e) => `${e.name}=${e.value}`).join('&')}`;
  if (url !== '' && !/^(?:[A-Za-z][\w+.-]*:\/\/|\{\{|localhost|127\.)/.test(url)) url = `http://${url}`;
  const translate = (inner: string): string => variableName(inner);
  const asserted = assertionsOf(file.dictionaries.get('assert') ?? [], translate, addNote);
  const captures = capturesOf(file);
  const scripts = scriptsOf(file, addNote, captures !== undefined);
  const directives = [...auth.directives];
  const tags = metaOf(file, 'tags');
  if (/^[^\s,]+(?:, [^\s,]+)*$/.test(tags)) directives.unshift(`tag ${tags}`);
  if (valueOf(file, 'settings', 'followRedirects') === 'false') directives.push('no-redirect');
  if (/^\d+$/.test(valueOf(file, 'settings', 'maxRedirects')))
    directives.push(`max-redirects ${valueOf(file, 'settings', 'maxRedirects')}`);
  if (/^[1-9]\d*$/.test(valueOf(file, 'settings', 'timeout'))) directives.push(`timeout ${valueOf(file, 'settings', 'timeout')}ms`);
  if (valueOf(file, 'settings', 'encodeUrl') === 'false')
    addNote('information', 'Req encodes invalid characters in a URL; # @no-encode sends it unchanged.');
  if (file.texts.has('example')) addNote('information', 'Saved responses are left out.');
  const docs = file.texts.get('docs')?.trim() ?? '';
  return {
    title,
    ...(docs === '' ? {} : { description: docs }),
    comments: [
      ...offOf(file.dictionaries.get('params:query')),
      ...body.off,
      ...offOf(file.dictionaries.get('vars:pre-request')),
      ...asserted.off,
    ],
    directives,
    variables: [...variablesOf(file, addNote), ...params.map((e) => [e.name, brunoText(e.value, addNote)] as const)],
    before: scripts.before,
    after: asserted.tests === '' ? scripts.after : [...scripts.after, asserted.tests],
    method: verb === 'http' ? valueOf(file, 'http', 'method') : verb.toUpperCase(),
    url: brunoText(url, addNote),
    headers: [...(auth.headers ?? []), ...(isReplaced ? withoutOverridden(body.headers) : body.headers)],
    ...(body.body === undefined ? {} : { body: body.body }),
    ...(captures === undefined ? {} : { captures }),
    assertions: asserted.lines,
  };
}

/** The kind of a body if the request's line does not name it. */
function bodyKind(file: BruFile): string {
  const name = [...file.texts.keys(), ...file.dictionaries.keys()].find((k) => /^body(?::|$)/.test(k));
  return name === undefined ? 'none' : name === 'body' ? 'json' : (name.split(':')[1] ?? 'none');
}
