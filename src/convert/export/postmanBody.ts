import { headerValue } from '../../base/text/headerValue.ts';
import { isJsonType, mediaType, type Header } from '../../language/index.ts';
import { fileMark, hasFiles, piecesOf } from '../text/marks.ts';
import { readMultipart, type FormPart } from '../text/multipartText.ts';
import { onlyText } from './literals.ts';
import type { ExportedRequest } from './model.ts';

interface PostmanBody {
  /** Undefined for no body. */
  readonly body: object | undefined;
  readonly headers: readonly Header[];
}

const typeOf = (headers: readonly Header[]): string => headerValue(headers, 'content-type') ?? '';

/** A field of a form; undefined if Postman would encode it differently. */
function fieldOf(pair: string): object | undefined {
  const [, name = '', value = ''] = /^([^=]*)(?:=([^]*))?$/.exec(pair) ?? [];
  if (!pair.includes('=')) return undefined;
  try {
    const [key, text] = [decodeURIComponent(name), decodeURIComponent(value)];
    // Clients encode a space as + or as %20.
    return !text.includes(' ') && encodeURIComponent(key) === name && encodeURIComponent(text) === value ? { key, value: text } : undefined;
  } catch {
    return undefined;
  }
}

/** A part of a multipart body; undefined if it has headers that Postman does not write. */
function partOf({ headers, content }: FormPart): object | undefined {
  const rest = headers.filter((h) => !/^content-disposition:/i.test(h));
  const own = headers.find((h) => /^content-disposition:/i.test(h)) ?? '';
  const [, key, fileName] = /^content-disposition: form-data; name="([^"]*)"(?:; filename="([^"]*)")?$/i.exec(own) ?? [];
  const type = /^content-type: (.+)$/i.exec(rest[0] ?? '')?.[1];
  if (key === undefined || rest.length > 1 || (rest.length === 1 && type === undefined)) return undefined;
  const [piece, ...more] = piecesOf(content);
  const typed = type === undefined ? {} : { contentType: type };
  if (fileName === undefined) return hasFiles(content) ? undefined : { key, type: 'text', value: content, ...typed };
  return piece?.kind === 'file' && more.length === 0 ? { key, type: 'file', src: piece.text, ...typed } : undefined;
}

const complete = (fields: readonly (object | undefined)[]): readonly object[] | undefined => {
  const found = fields.filter((f) => f !== undefined);
  return found.length === fields.length ? found : undefined;
};

function graphqlOf(text: string): object | undefined {
  try {
    const { query, operationName, variables, ...rest } = JSON.parse(text) as Record<string, unknown>;
    if (typeof query !== 'string' || Object.keys(rest).length > 0) return undefined;
    const given = variables === undefined ? '' : JSON.stringify(variables, null, 2);
    return { mode: 'graphql', graphql: { query, ...(operationName === undefined ? {} : { operationName }), variables: given } };
  } catch {
    return undefined;
  }
}

/**
 * The body in one of Postman's modes. A form is only exported as such if Postman sends the same bytes; else it is raw text.
 * @param text the body as written, for a body without files
 */
export function postmanBody(r: ExportedRequest, text: string | undefined, note: (message: string) => void): PostmanBody {
  const { body } = r.resolved;
  const { headers } = r;
  if (body.length === 0) return { body: undefined, headers };
  const [first, ...others] = body;
  if (first?.kind === 'file' && others.length === 0) return { body: { mode: 'file', file: { src: first.path } }, headers };
  const type = typeOf(headers);
  const media = mediaType(type);
  if (media === 'multipart/form-data') {
    const whole = body.map((p) => (p.kind === 'text' ? p.text : fileMark(p.path))).join('');
    const parts = complete(readMultipart(whole, type)?.parts.map(partOf) ?? [undefined]);
    if (parts !== undefined)
      return { body: { mode: 'formdata', formdata: parts }, headers: headers.filter(([n]) => n.toLowerCase() !== 'content-type') };
  }
  const sent = text ?? onlyText(body);
  if (sent === undefined) {
    note('A body that combines text and files is left out.');
    return { body: undefined, headers };
  }
  if (media === 'application/x-www-form-urlencoded' && !sent.includes('{{')) {
    const fields = complete(sent.split('&').map(fieldOf));
    if (fields !== undefined) return { body: { mode: 'urlencoded', urlencoded: fields }, headers };
  }
  const isGraphql = r.written?.block.requestLine.method?.text === 'GRAPHQL';
  const graphql = isGraphql ? graphqlOf(onlyText(body) ?? '') : undefined;
  if (graphql !== undefined) return { body: graphql, headers };
  if (type === '') note('Postman sends Content-Type: text/plain with its body, which has no type.');
  const language = isJsonType(media) ? 'json' : media.endsWith('xml') ? 'xml' : 'text';
  return { body: { mode: 'raw', raw: sent, options: { raw: { language } } }, headers };
}
