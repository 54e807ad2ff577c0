import { formDecoded } from '../../base/text/percentDecoding.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { pushAll } from '../../base/lists.ts';
import { parseJson, readJson } from '../../base/json/json.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { HeaderDraft, RequestDraft } from '../import/draft.ts';
import { multipartBody, urlencodedBody, withThisType, withType, type Field } from '../import/reading/jsonFields.ts';
import { Paths, safeName } from '../import/layout/fileNames.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote, type Converted, type AddNote } from '../import/importResult.ts';
import { withQuery } from '../import/reading/importedQuery.ts';
import { at, cleaned, has, list, text } from '../import/reading/importedValues.ts';
import { writeRequestBlock } from '../import/layout/writeFile.ts';
import { RawNames } from '../text/literalText.ts';
import { fileMark, withoutMarks } from '../text/marks.ts';
import { baseName, readMultipart, type FormPart } from '../text/multipartText.ts';
import type { BodyToWrite } from '../text/write.ts';

/** Connection headers, and headers that Req derives from the URL and the body. */
const ofConnection = /^(?::|(?:host|connection|content-length|transfer-encoding|keep-alive|proxy-connection|te|upgrade|http2-settings)$)/i;

/**
 * Converts browser recordings (HAR 1.2): requests in order, one file per page.
 * @throws {ReqError} if an input is not HAR
 */
export function fromHar(inputs: readonly ImportInput[]): Converted {
  const paths = new Paths();
  const files: ImportedFile[] = [];
  const all: ImportNote[] = [];
  let requests = 0;
  let whole = 0;
  for (const input of inputs) {
    const parsed = parseJson(input.text);
    const document = parsed === undefined ? undefined : cleaned(parsed, input.text);
    if (!has(at(document, 'log'), 'entries')) throw unreadable(input);
    const notes = new Notes(input.path);
    const base = input.path
      .replace(/\.[^./]*$/, '')
      .split('/')
      .map(safeName)
      .join('/');
    const titles = new Map(list(at(document, 'log', 'pages')).map((p) => [text(p, 'id'), text(p, 'title') || text(p, 'id')] as const));
    const names = new RawNames((name) => input.text.includes(name));
    const pages = new Map<string, string[]>();
    for (const [i, entry] of list(at(document, 'log', 'entries')).entries()) {
      requests++;
      let warned = false;
      const request = at(entry, 'request');
      const title = titleOf(request);
      const addNote: AddNote = (level, message) => {
        warned ||= level === 'warning';
        notes.add(level, message, { request: `${i + 1}: ${title}` });
      };
      const draft = requestOf(request, title, addNote, (message) => notes.add('information', message));
      if (draft !== undefined) {
        const page = text(entry, 'pageref');
        const blocks = pages.get(page);
        const block = writeRequestBlock(draft, addNote, names);
        if (blocks === undefined) pages.set(page, [block]);
        else blocks.push(block);
      }
      if (!warned) whole++;
    }
    for (const [page, blocks] of pages) {
      const name = pages.size === 1 ? base : `${base}/${safeName(shortened(titles.get(page) ?? page))}`;
      files.push({ path: paths.take(name, '.req'), text: `${blocks.join('\n\n')}\n` });
    }
    pushAll(all, notes.list());
  }
  return { name: 'har', files, notes: all, requests, whole };
}

const shortened = (url: string): string => url.replace(/^[a-z]+:\/\//i, '').slice(0, 60);

function unreadable({ path, text: content }: ImportInput): ReqError {
  const read = readJson(content);
  const why = read.ok
    ? 'it has no log with entries'
    : `it is not JSON, line ${content.slice(0, read.problem.offset).split('\n').length}: ${read.problem.message}`;
  return new ReqError('parse', `${path} is not a HAR file: ${why}.`);
}

function titleOf(request: Value | undefined): string {
  const url = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(text(request, 'url'));
  return `${text(request, 'method')} ${(url?.[1] ?? '') || '/'}`.slice(0, 120);
}

function requestOf(
  request: Value | undefined,
  title: string,
  addNote: AddNote,
  inform: (message: string) => void,
): RequestDraft | undefined {
  const url = urlOf(request);
  if (!/^https?:\/\//i.test(url)) {
    addNote('warning', `${url.slice(0, 60)} is left out: Req sends http and https.`);
    return undefined;
  }
  const given = headersOf(request);
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url)?.[1]?.toLowerCase();
  const headers = given.filter((h) => !ofConnection.test(h.name) || (h.name.toLowerCase() === 'host' && h.value.toLowerCase() !== host));
  if (headers.length < given.length)
    inform('Headers of the connection (Host, Connection, Content-Length, those of HTTP/2) are left out: Req sends its own.');
  const body = bodyOf(at(request, 'postData'), headers, addNote);
  return { title, method: text(request, 'method'), url, headers: body.headers, ...(body.body === undefined ? {} : { body: body.body }) };
}

/** The URL. Browsers write the query into it; other programs may only list it. */
function urlOf(request: Value | undefined): string {
  const url = withoutMarks(text(request, 'url'));
  if (url.includes('?')) return url;
  return withQuery(url, pairsOf(request, 'queryString'));
}

/** The headers. Browsers write the cookies into them; other programs may only list these. */
function headersOf(request: Value | undefined): readonly HeaderDraft[] {
  const headers = pairsOf(request, 'headers');
  const cookies = pairsOf(request, 'cookies').map(({ name, value }) => `${name}=${value}`);
  const isListed = cookies.length > 0 && !headers.some((h) => h.name.toLowerCase() === 'cookie');
  return isListed ? [...headers, { name: 'Cookie', value: cookies.join('; ') }] : headers;
}

const pairsOf = (request: Value | undefined, key: string): readonly { readonly name: string; readonly value: string }[] =>
  list(at(request, key)).map((p) => ({ name: withoutMarks(text(p, 'name')), value: withoutMarks(text(p, 'value')) }));

// Control characters, which no text has, and bytes that the recording program could not read.
// oxlint-disable-next-line no-control-regex
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffd]/;

/** The text in base64; undefined if its bytes are not UTF-8 text. */
function textOfBase64(data: string): string | undefined {
  try {
    const read = decodeUtf8(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)));
    return read.ok && !binary.test(read.text) ? read.text : undefined;
  } catch {
    return undefined;
  }
}

/** A multipart body with files, whose content browsers leave out of a recording; undefined for any other body. */
function withFiles(body: string, headers: readonly HeaderDraft[], addNote: AddNote): BodyToWrite | undefined {
  const type = headers.find((h) => h.name.toLowerCase() === 'content-type')?.value ?? '';
  const read = /^multipart\//i.test(type) ? readMultipart(body, type) : undefined;
  if (read === undefined) return undefined;
  const parts = read.parts.map((part): FormPart => {
    const file = part.headers.map((h) => /^content-disposition:.*;\s*filename="([^"]+)"/i.exec(h)?.[1]).find((name) => name !== undefined);
    if (file === undefined || part.content !== '') return part;
    const path = `./${baseName(file)}`;
    addNote('warning', `The recording does not contain the file ${baseName(file)}: put it beside the .req file.`);
    return { headers: part.headers, content: fileMark(path) };
  });
  return parts.every((part, i) => part === read.parts[i]) ? undefined : { kind: 'form', boundary: read.boundary, parts };
}

function bodyOf(data: Value | undefined, headers: readonly HeaderDraft[], addNote: AddNote): Pick<RequestDraft, 'headers' | 'body'> {
  if (data === undefined || data === null) return { headers };
  const type = withoutMarks(text(data, 'mimeType'));
  const content = withoutMarks(text(data, 'text'));
  if (content !== '') {
    const isEncoded = text(data, 'encoding') === 'base64' || text(data, '_encoding') === 'base64';
    const readable = isEncoded ? textOfBase64(content) : content;
    if (readable === undefined) addNote('warning', 'The body is not text: it is written as base64.');
    else if (!isEncoded && binary.test(readable))
      addNote('warning', 'The body is not text and would be sent as other bytes: put it into a file and write < ./file.');
    const typed = withType(headers, type);
    const whole = withoutMarks(readable ?? content);
    return { headers: typed, body: withFiles(whole, typed, addNote) ?? { kind: 'text', text: whole } };
  }
  const fields = list(at(data, 'params')).map((p): Field => {
    const file = text(p, 'fileName');
    return file === ''
      ? { name: withoutMarks(text(p, 'name')), value: withoutMarks(text(p, 'value')), type: text(p, 'contentType') }
      : {
          name: withoutMarks(text(p, 'name')),
          value: `./${withoutMarks(file).replace(/^.*[\\/]/, '')}`,
          type: text(p, 'contentType'),
          isFile: true,
        };
  });
  if (fields.length === 0) return { headers };
  if (!/^multipart\//i.test(type))
    return {
      headers: withType(headers, 'application/x-www-form-urlencoded'),
      body: urlencodedBody(fields.map((f) => ({ name: formDecoded(f.name), value: formDecoded(f.value) }))),
    };
  const form = multipartBody(fields);
  return { headers: withThisType(headers, form.header), body: form.body };
}
