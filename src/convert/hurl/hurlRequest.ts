import { parseJson } from '../../base/json/json.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { signIn } from '../import/auth/authentication.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { withQuery } from '../import/reading/importedQuery.ts';
import type { AddNote } from '../import/importResult.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { fileMark } from '../text/marks.ts';
import { typeOfFile } from '../text/multipartText.ts';
import type { HurlBody } from './hurlBody.ts';
import { capturesOf, checksOf } from './hurlChecks.ts';
import type { HurlEntry, HurlLine, HurlMessage, HurlResponse } from './hurlFile.ts';
import { hurlOptions } from './hurlOptions.ts';
import { withFunctions } from './hurlScripts.ts';
import { hurlField, hurlTemplate, hurlText, inLine, textInAssertion, textInScript } from './hurlText.ts';

const section = (message: HurlMessage | undefined, name: string): readonly HurlLine[] => message?.sections.get(name) ?? [];

/** Converts an entry of a Hurl file. */
export function hurlRequest(entry: HurlEntry, addNote: AddNote): RequestDraft {
  const options = hurlOptions(section(entry, 'Options'), addNote);
  const fields = (name: string): readonly { readonly name: string; readonly value: string }[] =>
    section(entry, name).map(({ text }) => hurlField(text, addNote));
  const cookies = fields('Cookies').map((c) => `${c.name}=${c.value}`);
  const headers: readonly HeaderDraft[] = [
    ...entry.headers.map(({ text }) => hurlField(text, addNote)),
    ...options.headers,
    ...(cookies.length === 0 ? [] : [{ name: 'Cookie', value: cookies.join('; ') }]),
  ];
  const auth = fields('BasicAuth').flatMap(
    ({ name, value }) => signIn('basic', (field) => (field === 'username' ? name : value), addNote).directives,
  );
  const body = requestBody(entry, headers, addNote);
  const checks = responseChecks(entry.response, addNote);
  const { title, comments } = titleOf(entry, addNote);
  return {
    title,
    comments,
    directives: [...(options.followsRedirects ? [] : ['no-redirect']), ...options.directives, ...auth, ...checks.directives],
    variables: options.variables,
    before: options.before,
    after: checks.script.join('\n'),
    method: entry.method,
    url: withQuery(hurlText(entry.url, addNote), fields('QueryStringParams')),
    headers: body.headers,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(body.body === undefined ? {} : { body: body.body }),
    captures: checks.captures,
    assertions: checks.assertions,
  };
}

/** A short comment above the request is its title. */
function titleOf({ comments, method, url }: HurlEntry, addNote: AddNote): { readonly title: string; readonly comments: readonly string[] } {
  const [first = ''] = comments;
  if (first !== '' && first.length <= 80 && /[\p{L}\p{N}]/u.test(first)) return { title: first, comments: comments.slice(1) };
  const path = /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(inLine(hurlTemplate(url, addNote)) ?? '')?.[1] ?? '';
  return { title: `${method} ${path === '' ? '/' : path}`.slice(0, 120), comments };
}

function requestBody(entry: HurlEntry, headers: readonly HeaderDraft[], addNote: AddNote): Pick<RequestDraft, 'headers' | 'body'> {
  const forms = section(entry, 'FormParams');
  if (forms.length > 0)
    return {
      headers: withType(headers, 'application/x-www-form-urlencoded'),
      body: urlencodedBody(forms.map(({ text }): Field => hurlField(text, addNote))),
    };
  const parts = section(entry, 'MultipartFormData');
  if (parts.length > 0) {
    const form = multipartBody(
      parts.map(({ text }) => partOf(hurlField(text, addNote))),
      typeOfFile,
    );
    return { headers: withThisType(headers, form.header), body: form.body };
  }
  return entry.body === undefined ? { headers } : ofBody(entry.body, headers, addNote);
}

/** `name: file,data.bin; type` is a file. */
function partOf({ name, value }: { readonly name: string; readonly value: string }): Field {
  const [, file, type = ''] = /^file\s*,\s*([^;]*?)\s*;\s*([^]*)$/.exec(value) ?? [];
  return file === undefined ? { name, value } : { name, value: relative(file), type, isFile: true };
}

/** A path of Req: relative ones begin with `./`. */
const relative = (path: string): string => (/^(?:\.{0,2}\/|[A-Za-z]:|\ufdd4)/.test(path) ? path : `./${path}`);

function ofBody(body: HurlBody, headers: readonly HeaderDraft[], addNote: AddNote): Pick<RequestDraft, 'headers' | 'body'> {
  if (body.kind === 'file') return { headers, body: { kind: 'text', text: fileMark(relative(hurlText(body.path, addNote))) } };
  const language = body.kind === 'block' ? body.language.toLowerCase() : body.kind;
  if (language === 'graphql' && body.kind === 'block') {
    const [, query = body.text, variables = ''] = /^([^]*?)\n\s*variables\s*(\{[^]*)$/.exec(body.text) ?? [];
    return { headers, body: { kind: 'graphql', query: hurlTemplate(query, addNote), variables: hurlTemplate(variables, addNote) } };
  }
  const text = textOf(body, addNote);
  if (text === undefined) {
    addNote('warning', 'The body is not text and is left out: put it into a file and write < ./file.');
    return { headers };
  }
  const type = { json: 'application/json', xml: 'application/xml' }[language] ?? '';
  return { headers: withType(headers, type), ...(text === '' ? {} : { body: { kind: 'text', text } }) };
}

/** The marked text of a body; undefined for bytes that are not UTF-8. */
function textOf(body: Exclude<HurlBody, { readonly kind: 'file' }>, addNote: AddNote): string | undefined {
  if (body.kind === 'line') return hurlText(body.text, addNote);
  if ('text' in body) return hurlTemplate(body.text, addNote);
  const bytes =
    body.kind === 'base64'
      ? Uint8Array.from(atobOf(body.data), (c) => c.charCodeAt(0))
      : Uint8Array.from(body.data.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const decoded = decodeUtf8(bytes);
  return decoded.ok && !decoded.text.includes('\0') ? decoded.text : undefined;
}

function atobOf(data: string): string {
  try {
    return atob(data);
  } catch {
    return '\u00ff';
  }
}

interface ResponseChecks {
  readonly directives: readonly string[];
  readonly captures: readonly string[];
  readonly assertions: readonly string[];
  readonly script: readonly string[];
}

function responseChecks(response: HurlResponse | undefined, addNote: AddNote): ResponseChecks {
  if (response === undefined) return { directives: [], captures: [], assertions: [], script: [] };
  const captures = capturesOf(section(response, 'Captures'), addNote);
  const checks = checksOf(section(response, 'Asserts'), addNote);
  const expected = expectedBody(response.body, addNote);
  const { status, version } = response;
  if (version === '3') addNote('warning', 'The assertion HTTP/3 is left out: Req sends HTTP/1.1 and HTTP/2.');
  return {
    directives: captures.directives,
    captures: captures.captures,
    assertions: [
      ...(status === '*' ? [] : [`status == ${status}`]),
      ...(version === '' || version === '3' ? [] : [`version == HTTP/${version}`]),
      ...headerChecks(response.headers, addNote),
      ...checks.assertions,
      ...(expected.line === undefined ? [] : [expected.line]),
    ],
    script: withFunctions([...captures.script, ...checks.script, ...(expected.test === undefined ? [] : [expected.test])]),
  };
}

/** Headers of an expected response. A repeated one must occur with each value. */
function headerChecks(lines: readonly HurlLine[], addNote: AddNote): readonly string[] {
  const fields = lines.map(({ text }) => hurlField(text, addNote));
  const names = fields.map(({ name }) => name.toLowerCase());
  return fields.flatMap(({ name, value }, i) => {
    const written = textInAssertion(value);
    if (written === undefined || !/^[\w-]+$/.test(name)) {
      addNote('warning', `Req has no equivalent of the assertion of the header ${name}.`);
      return [];
    }
    const isOnce = names.indexOf(names[i] ?? '') === names.lastIndexOf(names[i] ?? '');
    return [isOnce ? `header ${name} == ${written}` : `headers["${name}"] contains ${written}`];
  });
}

function expectedBody(body: HurlBody | undefined, addNote: AddNote): { readonly line?: string; readonly test?: string } {
  if (body === undefined) return {};
  const text = body.kind === 'file' ? undefined : textOf(body, addNote);
  if (text === undefined) {
    addNote('warning', 'The assertion of a body in a file or in bytes is left out.');
    return {};
  }
  const isJson = body.kind === 'json' || (body.kind === 'block' && body.language === 'json');
  const line = isJson ? inLine(text.trim().replace(/\s*\r?\n\s*/g, ' ')) : undefined;
  if (line !== undefined && (line.includes('{{') || parseJson(line) !== undefined)) return { line: `body == ${line}` };
  return { test: `tool.test("the body is as expected", () => tool.expect(response.text).to.equal(${textInScript(text)}));` };
}
