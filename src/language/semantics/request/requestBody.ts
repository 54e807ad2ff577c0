import { readJson } from '../../../base/json.ts';
import { valueToText } from '../../../base/value.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { moveTemplate, parseTemplate } from '../../syntax/template.ts';
import { splitBody, type BodyPiece } from './bodySource.ts';
import type { Filler } from '../values/fill.ts';
import { percentEncodeAll } from '../values/filters.ts';
import { fillJsonTemplate, type JsonPiece } from '../values/jsonTemplate.ts';
import type { TemplateText } from './requestSource.ts';

/** A body filled in: text, and files still by the path that was written. */
export type FilledBody = readonly (
  | { readonly kind: 'text'; readonly text: string }
  /** `start` is where the path stands in the file; undefined where a script wrote the body. */
  | { readonly kind: 'file'; readonly path: string; readonly fill: boolean; readonly start: number | undefined }
)[];

export interface BodyOptions {
  /** The `Content-Type` after substitution, or undefined. */
  readonly contentType: string | undefined;
  readonly escapeJson: boolean;
}

/** The media type without parameters, in lower case. */
export const mediaType = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();
export const isJsonType = (contentType: string): boolean => /^(?:application|text)\/(?:[\w.+-]*\+)?json$/.test(mediaType(contentType));
/** Whether a text looks like a JSON object or array at its beginning. */
export const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text);

/** The `boundary` parameter of a multipart type (RFC 2046 §5.1.1). */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !mediaType(contentType).startsWith('multipart/')) return undefined;
  const m = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  return m?.[1] ?? m?.[2];
}

/** How a body is read: `parts` is multipart, or holds files; `text` is anything that is sent as it stands. */
type BodyForm = 'json' | 'form' | 'graphql' | 'parts' | 'text';

/** The form of a body as it is written. The type decides; without one, what looks like JSON is JSON. */
export function bodyForm(written: string, contentType: string | undefined): BodyForm {
  if (boundaryOf(contentType) !== undefined || splitBody(written, undefined).some((p) => p.kind === 'file')) return 'parts';
  if (contentType === undefined) return looksLikeJson(written) ? 'json' : 'text';
  if (isJsonType(contentType)) return 'json';
  const type = mediaType(contentType);
  return type === 'application/x-www-form-urlencoded' ? 'form' : type === 'application/graphql' ? 'graphql' : 'text';
}

/** Fills a request's body. What must not be sent stands in the filler's problems; what looks wrong is said. */
export function fillBody(body: TemplateText, filler: Filler, options: BodyOptions, say: (d: Diagnostic) => void): FilledBody {
  const { contentType } = options;
  const form = bodyForm(body.written, contentType);
  if (form !== 'parts') {
    const text =
      form === 'form' ? fillForm(body, filler) : form === 'json' ? fillJson(body, filler, options.escapeJson, say) : filler.text(body);
    return text === '' ? [] : [{ kind: 'text', text }];
  }
  const base = body.template.parts[0]?.range.start ?? 0;
  const pieces = splitBody(body.written, boundaryOf(contentType));
  return pieces.map((piece) => {
    const text = pieceText(body, base, piece, filler);
    if (piece.kind === 'file')
      return { kind: 'file', path: text, fill: piece.fill, start: body.inFile ? base + piece.pathRange.start : undefined };
    return { kind: 'text', text: piece.lineBreaks === 'crlf' ? text.replace(/\r\n|\n|\r/g, '\r\n') : text };
  });
}

function pieceText(body: TemplateText, base: number, piece: BodyPiece, filler: Filler): string {
  const range = piece.kind === 'file' ? piece.pathRange : piece.range;
  const written = body.written.slice(range.start, range.end);
  // Parsed again from the slice, then moved to its place in the file, so that problems stand where they belong.
  return filler.text({ written, template: moveTemplate(parseTemplate(written), base + range.start), inFile: body.inFile });
}

/** `application/x-www-form-urlencoded` (WHATWG URL §5.2): lines that begin with `&` are joined, placeholders in values encoded. */
function fillForm(body: TemplateText, filler: Filler): string {
  const { parts } = body.template;
  let inValue = false;
  const out: string[] = [];
  for (const part of parts) {
    if (part.kind === 'text') {
      const text = part.text.replace(/(?:\r\n|\n|\r)[ \t]*(?=&)/g, '');
      const last = Math.max(text.lastIndexOf('='), text.lastIndexOf('&'));
      if (last >= 0) inValue = text[last] === '=' || (inValue && text[last] !== '&');
      out.push(text);
    } else {
      const text = valueToText(filler.value(part, body.inFile));
      const encoded = part.filters.some((f) => f.name === 'url');
      out.push(filler.place(part, body.inFile, inValue && !encoded ? percentEncodeAll(text).replaceAll('%20', '+') : text));
    }
  }
  return out.join('');
}

function fillJson(body: TemplateText, filler: Filler, escape: boolean, say: (d: Diagnostic) => void): string {
  const before = filler.problems.length;
  const pieces = fillJsonTemplate(body.template.parts, (p, inString) => filler.value(p, body.inFile, inString), escape ? 'all' : 'none');
  for (const { part, text } of pieces) if (part.kind === 'placeholder') filler.place(part, body.inFile, text);
  const text = pieces.map((p) => p.text).join('');
  if (body.inFile && filler.problems.length === before && text.length < 1_000_000 && pieces.length > 1 && !readJson(text).ok)
    warnBroken(pieces, say);
  return text;
}

/** Says which placeholder's text broke a body that was JSON before. */
function warnBroken(pieces: readonly JsonPiece[], say: (d: Diagnostic) => void): void {
  /** The body with the real texts of its first placeholders and stand-ins for the others. */
  const isJson = (real: number): boolean =>
    readJson(pieces.map((p, i) => (p.part.kind === 'text' || i < real ? p.text : p.inString ? 'x' : '0')).join('')).ok;
  if (!isJson(0)) return;
  // Halving finds a place where the text stops being JSON in a few readings, however many placeholders there are.
  let [sound, broken] = [0, pieces.length];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isJson(middle)) sound = middle;
    else broken = middle;
  }
  const { part } = pieces[sound] as JsonPiece;
  if (part.kind !== 'placeholder') return;
  const inner = part.text.slice(2, -2).trim();
  say(
    diagnostic(
      'json-body',
      'warning',
      part.range,
      `The text of ${part.text} breaks the JSON around it: write {{${inner} | json}} to escape it.`,
    ),
  );
}
