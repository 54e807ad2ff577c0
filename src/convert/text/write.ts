import { headerValue } from '../../base/text/headerValue.ts';
import { pushAll } from '../../base/lists.ts';
import { isJsonType, mediaType, type Header } from '../../language/index.ts';
import { readJson } from '../../base/json/json.ts';
import { asBody, asTemplate, RawTexts, type RawNames } from './literalText.ts';
import { hasFiles, hasVariables, piecesOf, variableMark } from './marks.ts';
import { readMultipart, type FormPart } from './multipartText.ts';

/** A request body: form parts or a text. Texts may contain marks. */
export type BodyToWrite =
  /** `joined`: fields of a form are separated by line breaks before `&`. */
  | { readonly kind: 'text'; readonly text: string; readonly joined?: true }
  | { readonly kind: 'form'; readonly boundary: string; readonly parts: readonly FormPart[] };

/** A request of another client. Texts may contain marks. */
export interface RequestToWrite {
  readonly method: string;
  readonly url: string;
  readonly version: '1.0' | '1.1' | '2' | undefined;
  readonly headers: readonly Header[];
  readonly body: BodyToWrite | undefined;
  /** Without `# @`. */
  readonly directives: readonly string[];
  /** Credentials that contain a shell variable. */
  readonly credentials: string | undefined;
  readonly notes: readonly string[];
}

/** A request as text of a `.req` file, with notes about parts that were not converted. */
export interface WrittenRequest {
  /** Directives, variables, request line, headers and body, without a final line break. */
  readonly text: string;
  readonly line: string;
  readonly notes: readonly string[];
  /** Comments above it in the source; the first line is its title. */
  readonly comments?: readonly string[];
}

/** The text in two parts, so that scripts fit between them. Line breaks are `\n`, except in the body. */
interface WrittenParts {
  readonly preamble: readonly string[];
  readonly message: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Writes a request.
 * @param eol line break of the target file
 */
export function writeRequest(request: RequestToWrite, eol: '\n' | '\r\n'): WrittenRequest {
  const { preamble, message, notes } = writeParts(request, eol, 'curlText');
  return { text: [...preamble, ...message].join('\n').replaceAll('\n', eol), line: message[0] ?? '', notes };
}

/**
 * Writes a request in two parts.
 * @param rawNames variable for texts that a file cannot contain literally
 */
export function writeParts(request: RequestToWrite, eol: '\n' | '\r\n', rawNames: RawNames | string): WrittenParts {
  const notes = [...request.notes];
  const raw = new RawTexts(rawNames);
  const type = headerValue(request.headers, 'content-type');
  const target = writeTarget(asTemplate(request.url, raw));
  const version = request.version === undefined ? '' : ` HTTP/${request.version}`;
  const headers = request.headers.map(([name, value]) => (value === '' ? `${name}:` : `${name}: ${asTemplate(value, raw)}`));
  if (request.credentials !== undefined) headers.push('Authorization: Basic {{curlUser | base64}}');
  const body = request.body === undefined ? '' : writeBody(request.body, type, eol, raw, notes);
  const variables = [
    ...raw.definitions(),
    ...(request.credentials === undefined ? [] : [`@curlUser = ${asTemplate(request.credentials, raw)}`]),
  ];
  const [line = '', ...continuations] = target;
  const preamble = [...request.directives.map((d) => `# @${d}`), ...variables];
  const message = [`${request.method} ${line}${version}`, ...continuations, ...headers, ...(body === '' ? [] : ['', body])];
  if (
    [request.url, ...request.headers.map(([, v]) => v)].some(hasVariables) ||
    request.credentials !== undefined ||
    (request.body?.kind === 'text' && hasVariables(request.body.text))
  )
    notes.push(shellVariables);
  return { preamble, message, notes: [...new Set(notes)] };
}

/** The note about shell variables. */
export const shellVariables = 'Shell variables are read from the environment of Req: {{$env.NAME}}.';

/** A long query is split into lines. */
function writeTarget(url: string): readonly string[] {
  const hash = url.indexOf('#');
  const end = hash < 0 ? url.length : hash;
  const query = url.indexOf('?');
  if (query < 0 || query > end || url.length <= 100 || !url.includes('&') || url.includes('{{?')) return [url];
  const parameters = url.slice(query + 1, end).split('&');
  return [
    url.slice(0, query),
    ...parameters.map((p, i) => `    ${i === 0 ? '?' : '&'}${p}${i === parameters.length - 1 ? url.slice(end) : ''}`),
  ];
}

function writeBody(body: BodyToWrite, type: string | undefined, eol: '\n' | '\r\n', raw: RawTexts, notes: string[]): string {
  if (body.kind === 'form') return writeForm(body.boundary, body.parts, eol, raw, notes);
  const { text } = body;
  const file = onlyFile(text);
  if (file !== undefined) return fileLine(file, raw, notes);
  const media = type === undefined ? '' : mediaType(type);
  if (media.startsWith('multipart/')) {
    const multipart = readMultipart(text, type ?? '');
    if (multipart !== undefined) {
      if (multipart.ending === '') notes.push('A line break is sent behind the last boundary: it means nothing (RFC 2046 §5.1.1).');
      return writeForm(multipart.boundary, multipart.parts, eol, raw, notes);
    }
  }
  if (hasFiles(text)) {
    notes.push('A body made of text and files together cannot be written: put it into one file.');
    return '';
  }
  if ((type === undefined || isJsonType(type)) && /^\s*[{[]/.test(text) && readJson(withNumbers(text)).ok)
    return writeJson(text, eol, raw, notes);
  if (body.joined === true) return asBody(text, eol, raw, true);
  // Form lines that start with & would be joined, and multipart lines would end with CRLF.
  const whole = media.startsWith('multipart/') || (media === 'application/x-www-form-urlencoded' && /[\r\n][ \t]*&/.test(text));
  if (whole) return raw.placeholder(text);
  const probe = new RawTexts('');
  const written = asBody(text, eol, probe, true);
  if (probe.definitions().length === 0) return written;
  // In a form, the value of a placeholder would be encoded.
  return media === 'application/x-www-form-urlencoded' ? raw.placeholder(text) : asBody(text, eol, raw, true);
}

/** The text with a digit in place of each shell variable, which is valid JSON inside and outside of strings. */
const withNumbers = (text: string): string =>
  hasVariables(text)
    ? piecesOf(text)
        .map((p) => (p.kind === 'variable' ? '0' : p.text))
        .join('')
    : text;

/** Adapts white space between JSON tokens to the file, so that the body stays readable. */
function writeJson(text: string, eol: '\n' | '\r\n', raw: RawTexts, notes: string[]): string {
  const trimmed = text.trimEnd();
  const lines = trimmed.replace(/\r\n|\n|\r/g, eol);
  if (trimmed !== text) notes.push('The white space at the end of the JSON body is not sent.');
  if (lines !== trimmed) notes.push(`The line breaks of the JSON body are those of this file.`);
  return asBody(escapedInStrings(lines), eol, raw, true);
}

/** Escapes shell variables in strings of a JSON text, because a value with a quote would break it. */
function escapedInStrings(text: string): string {
  if (!hasVariables(text)) return text;
  let isInString = false;
  return piecesOf(text)
    .map(({ kind, text: own, mark }) => {
      if (kind === 'variable') return isInString ? variableMark(`${own} | json`) : mark;
      for (const [part] of own.matchAll(/\\[^]|"/g)) if (part === '"') isInString = !isInString;
      return mark;
    })
    .join('');
}

/** The path if a text is only a file's mark. */
function onlyFile(text: string): string | undefined {
  const [first, second] = piecesOf(text);
  return first?.kind === 'file' && second === undefined ? first.text : undefined;
}

/** Whether a marked path is absolute or begins with a variable or a placeholder, so that its folder is not known. */
export const isMarkedAbsolute = (path: string): boolean => /^(?:[/~\\]|[A-Za-z]:[\\/]|[\ufdd0\ufdd4])/.test(path);

function fileLine(path: string, raw: RawTexts, notes: string[]): string {
  if (path.startsWith('~')) notes.push(`${path}: write the whole path, ~ is not filled in.`);
  const isAbsolute = isMarkedAbsolute(path);
  if (!isAbsolute) notes.push(`${path} is looked for beside this file.`);
  if (/^\s|[\s]$|[\r\n]/.test(path)) notes.push(`The path ${JSON.stringify(path)} cannot be written as it is.`);
  const clean = path.replace(/[\r\n]+/g, ' ');
  return `< ${asTemplate(isAbsolute || /^\.\.?[\\/]/.test(clean) ? clean : `./${clean}`, raw)}`;
}

function writeForm(boundary: string, parts: readonly FormPart[], eol: '\n' | '\r\n', raw: RawTexts, notes: string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    pushAll(lines, [`--${boundary}`, ...part.headers.map((h) => asTemplate(h.replace(/[\r\n]+/g, ' '), raw)), '']);
    const file = onlyFile(part.content);
    if (file === undefined && hasFiles(part.content))
      notes.push('A part made of text and files together cannot be written: put it into one file.');
    lines.push(file === undefined ? asBody(part.content, eol, raw, false) : fileLine(file, raw, notes));
  }
  return [...lines, `--${boundary}--`].join('\n');
}
