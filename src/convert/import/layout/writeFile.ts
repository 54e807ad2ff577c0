import { pushAll } from '../../../base/lists.ts';
import { valueToJson } from '../../../base/values/value.ts';
import { parseJson } from '../../../base/json/json.ts';
import { asTemplate, RawTexts, type RawNames } from '../../text/literalText.ts';
import { piecesOf } from '../../text/marks.ts';
import { writeParts, type BodyToWrite, type RequestToWrite } from '../../text/write.ts';
import { markedHeader, markedOff, markedVariable } from '../secrets/credentials.ts';
import { withOperation } from './graphqlMessage.ts';
import type { HeaderDraft, PreambleDraft, RequestDraft, Scripts } from '../draft.ts';
import type { AddNote } from '../importResult.ts';
import { withoutScriptMarks } from '../scripts/importedScripts.ts';

const token = /^[!$%&'*+.^_`|~0-9A-Za-z-][!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

const oneLine = (text: string): string => text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim();

/** Writes a text as comment lines that are not directives. */
function comments(text: string): readonly string[] {
  return withoutHeadings(text.startsWith(offPrefix) ? offPrefix + markedOff(text.slice(offPrefix.length)) : text)
    .trimEnd()
    .split(/\r\n|[\n\r]/)
    .map((l) => `# ${l.replace(/^\s*@/, '(@)')}`.trimEnd());
}

/** Markdown headings become plain text, because `# # Users` looks like a mistake. Code blocks stay. */
const withoutHeadings = (text: string): string =>
  text
    .split(/^( {0,3}```[^]*?^ {0,3}```)/m)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm, '$1')))
    .join('');

/** Prefix of disabled items. */
const offPrefix = 'switched off: ';

function described(description: string | undefined): readonly string[] {
  const text = description?.trim() ?? '';
  if (text === '') return [];
  return /[\r\n]/.test(text) || text.length > 160 ? comments(text) : [`# @description ${withoutHeadings(text)}`];
}

/** Writes scripts so that their texts cannot end or start a script block. */
function script(open: '<' | '>', sources: Scripts): readonly string[] {
  const lines: string[] = [];
  for (const source of typeof sources === 'string' ? [sources] : sources) {
    const written = oneScript(open, source);
    pushAll(lines, lines.length > 0 && written.length > 0 ? ['', ...written] : written);
  }
  return lines;
}

function oneScript(open: '<' | '>', source: string): readonly string[] {
  const text = withoutScriptMarks(
    source
      .replace(/\r\n|\r/g, '\n')
      .replace(/^\n+/, '')
      .trimEnd(),
  );
  return text.trim() === '' ? [] : [`${open} {%`, text, '%}'];
}

/** Writes `@name = value`. Values that Req would read differently are put in a list. */
function definition(name: string, value: string, raw: RawTexts): string {
  const isJsonLike = /^\s*[{[]/.test(value);
  const json = isJsonLike ? parseJson(value) : undefined;
  // A placeholder outside strings may make it JSON when substituted.
  const isText = json === undefined ? !isJsonLike || piecesOf(value).every((p) => p.kind === 'text') : valueToJson(json) === value;
  const plain = isText && value === value.trim() && !/[\r\n\u0085\u2028\u2029]/.test(value);
  return `@${name} = ${plain ? asTemplate(value, raw) : raw.placeholder(value)}`.trimEnd();
}

/** The definitions of a block. Dependencies are first, because a definition cannot use later ones. */
function definitions(variables: PreambleDraft['variables'], raw: RawTexts): readonly string[] {
  const own = variables?.map(([name, value]) => definition(name, markedVariable(name, value), raw)) ?? [];
  const lines = new Map([...raw.definitions(), ...own].map((line) => [/^@(\S+)/.exec(line)?.[1] ?? '', line] as const));
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const add = (name: string): void => {
    const line = lines.get(name);
    if (line === undefined || begun.has(name)) return;
    begun.add(name);
    for (const [, used = ''] of line.matchAll(/\{\{\s*([^\s{}|[]+)/g)) {
      add(used);
      // A part of an object.
      add(used.replace(/\.[^]*$/, ''));
    }
    ordered.add(line);
  };
  for (const name of lines.keys()) add(name);
  return [...ordered];
}

/**
 * Writes shared definitions: the first block of a file, or a shared file, which may also have headers.
 * @param raw collects texts that lines cannot contain
 */
export function writePreamble(draft: PreambleDraft, addNote: AddNote, raw: RawTexts): string {
  const { kept, off } = sorted(draft.headers ?? [], addNote);
  const headers = kept.map((h) => `${h.name}: ${asTemplate(h.value, raw)}`.trimEnd());
  const variables = definitions(draft.variables, raw);
  const parts = [
    [...described(draft.description), ...(draft.comments ?? []).flatMap(comments)],
    (draft.directives ?? []).map((d) => `# @${d}`),
    variables,
    [...headers, ...off],
    script('<', draft.before ?? ''),
    script('>', draft.after ?? ''),
  ];
  return parts
    .filter((p) => p.length > 0)
    .map((p) => p.join('\n'))
    .join('\n\n');
}

/** Headers to send, and comments for the others. */
function sorted(
  headers: readonly HeaderDraft[],
  addNote: AddNote,
): { readonly kept: readonly HeaderDraft[]; readonly off: readonly string[] } {
  const kept: HeaderDraft[] = [];
  const off: string[] = [];
  for (const header of headers) {
    const name = header.name.trim();
    const plain = oneLineValue(header.value);
    if (name === '' && plain === '') continue;
    const value = header.example === true ? plain : markedHeader(name, plain);
    const shown = `${name}: ${asTemplate(value, new RawTexts('text'))}`;
    if (header.disabled === true) pushAll(off, comments(oneLine(shown)));
    else if (!token.test(name)) {
      addNote('warning', `${JSON.stringify(name)} cannot be a header's name: the header is left out.`);
      pushAll(off, comments(oneLine(shown)));
    } else {
      if (plain !== header.value.trim()) addNote('warning', `The line break in the header ${name} has become a space.`);
      kept.push({ name, value });
    }
  }
  return { kept: withOneCookie(kept), off };
}

/** Joins cookies: a request has one header of them (RFC 6265 §5.4). */
function withOneCookie(headers: readonly HeaderDraft[]): readonly HeaderDraft[] {
  const cookies = headers.filter((h) => h.name.toLowerCase() === 'cookie');
  const [first] = cookies;
  if (first === undefined || cookies.length < 2) return headers;
  const one = { ...first, value: cookies.map((h) => h.value).join('; ') };
  return headers.flatMap((h) => (h === first ? [one] : cookies.includes(h) ? [] : [h]));
}

const oneLineValue = (text: string): string =>
  text
    .replace(/[\r\n\0\u0085]+/g, ' ')
    .replace(/[\u2028\u2029]/g, ' ')
    .trim();

/** Media types in which white space is insignificant. */
const loose = /[/+](?:json|xml|html|javascript|graphql|yaml|x-yaml|ld\+json)\b/i;

/** Whether a note about a request is about a difference in the sent message. */
export const levelOf = (note: string): 'information' | 'warning' =>
  / means nothing| JSON body|is looked for beside|^Shell variables are read|^The response is not piped: /.test(note)
    ? 'information'
    : 'warning';

export function writeRequestBlock(draft: RequestDraft, addNote: AddNote, names: RawNames): string {
  const raw = new RawTexts(names);
  const variables = definitions(draft.variables, raw);
  const { kept, off } = sorted(draft.headers, addNote);
  const { method, headers, body } = message(draft, kept, addNote);
  const request: RequestToWrite = {
    method,
    url: asUrl(draft.url),
    version: draft.version,
    headers: headers.map((h) => [h.name, h.value] as const),
    body,
    directives: [],
    credentials: undefined,
    notes: [],
  };
  const written = writeParts(request, '\n', names);
  for (const note of written.notes) addNote(levelOf(note), note);
  const scheme = /^(?!https?:|http\+unix:)([a-z][a-z\d+.-]*):\/\//i.exec(request.url)?.[1];
  if (scheme !== undefined) addNote('warning', `Req does not send to ${scheme}: URLs: it is written unchanged.`);
  const title = oneLine(draft.title);
  const above = [
    `### ${title}`.trimEnd(),
    ...(draft.name === undefined ? [] : [`# @name ${draft.name}`]),
    ...described(draft.description),
    ...(draft.comments ?? []).flatMap(comments),
    ...(draft.directives ?? []).map((d) => `# @${d}`),
    ...variables,
    ...written.preamble,
    ...script('<', draft.before ?? ''),
  ];
  // Put comments among the headers: after an empty line they would be part of the body.
  const headEnd = written.message.indexOf('');
  const head = headEnd < 0 ? written.message : written.message.slice(0, headEnd);
  const rest = headEnd < 0 ? [] : written.message.slice(headEnd);
  const lines = [...above, ...head, ...off, ...rest];
  const asserted = [...(draft.captures ?? []).map((c) => `@${c}`), ...(draft.assertions ?? []).map((a) => `?? ${a}`)];
  const after = script('>', draft.after ?? '');
  for (const a of asserted.length > 0 ? ['', ...asserted] : []) lines.push(a);
  if (after.length > 0) pushAll(lines, ['', ...after]);
  if (request.url !== '') return lines.join('\n');
  addNote('warning', 'It has no URL: it is written as a comment.');
  return [lines[0], ...lines.slice(1).flatMap((l) => (/^# (?!@)/.test(l) ? [l] : comments(l)))].join('\n');
}

/** White space would end the URL. */
const asUrl = (url: string): string =>
  url
    .trim()
    .split(/(\ufdd4[^\ufdd5]*\ufdd5|\ufdd6[^\ufdd7]*\ufdd7)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, (c) => encodeURIComponent(c))))
    .join('');

const knownMethod = /^(?:get|head|post|put|patch|delete|options|trace|connect|query)$/i;

interface Message {
  readonly method: string;
  readonly headers: readonly HeaderDraft[];
  readonly body: BodyToWrite | undefined;
}

function message(draft: RequestDraft, headers: readonly HeaderDraft[], addNote: AddNote): Message {
  let method = draft.method.trim() === '' ? 'GET' : draft.method.trim();
  // Other clients send known methods in capitals, however they are written.
  if (knownMethod.test(method)) method = method.toUpperCase();
  if (/^\ufdd4[^\ufdd5]*\ufdd5$/.test(method)) method = asTemplate(method, new RawTexts(''));
  else if (!token.test(method)) {
    addNote('warning', `${JSON.stringify(method)} cannot be a method: GET is written.`);
    method = 'GET';
  }
  const { body } = draft;
  if (body?.kind !== 'graphql') return { method, headers, body: body?.kind === 'text' ? laidOut(body, headers) : body };
  const whole = withOperation(body, headers);
  if (whole !== undefined) {
    addNote('information', 'Its operation is not the first one of its query: it is written as JSON, with the name of the operation.');
    return { method, ...whole };
  }
  const variables = body.variables.trim();
  const query = body.query.replace(/\r\n?/g, '\n').trim();
  const text = variables === '' || variables === '{}' ? query : `${query}\n\n${variables.replace(/\r\n?/g, '\n')}`;
  if (method !== 'POST') addNote('warning', `A query is sent by POST, not by ${method}.`);
  return {
    method: 'GRAPHQL',
    headers: headers.filter((h) => !(h.name.toLowerCase() === 'content-type' && /^application\/json\b/i.test(h.value))),
    body: text === '' ? undefined : { kind: 'text', text },
  };
}

/** Normalizes line breaks if white space is insignificant in the body's type. */
function laidOut(body: BodyToWrite & { readonly kind: 'text' }, headers: readonly HeaderDraft[]): BodyToWrite | undefined {
  const type = headers.find((h) => h.name.toLowerCase() === 'content-type')?.value ?? '';
  const text = loose.test(type) || (type === '' && /^\s*[{[<]/.test(body.text)) ? body.text.replace(/\r\n?/g, '\n').trim() : body.text;
  return text === '' ? undefined : { ...body, text };
}
