import { readJson } from '../../../base/json/json.ts';
import { valueToText } from '../../../base/values/value.ts';
import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { moveTemplate, parseTemplate } from '../../syntax/template.ts';
import { boundaryLines, splitBody, type BodyPiece, type BoundaryKind } from './bodySource.ts';
import type { Filler } from '../values/fill.ts';
import { percentEncodeAll } from '../values/filters.ts';
import { fillJsonTemplate, type JsonPiece } from '../values/jsonTemplate.ts';
import type { TemplateText } from './requestSource.ts';

/** A body with its placeholders replaced. Files are still paths as written. */
export type FilledBody = readonly (
  | { readonly kind: 'text'; readonly text: string }
  /** `start` is the offset of the path in the file; undefined if a script set the body. */
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
export const looksLikeJson = (text: string): boolean => /^\s*[{[]/.test(text);

/** The `boundary` parameter of a multipart type (RFC 2046 §5.1.1). */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !mediaType(contentType).startsWith('multipart/')) return undefined;
  const m = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  return m?.[1] ?? m?.[2];
}

/** How placeholders in a body are replaced. `parts`: multipart, or with file references; `text`: without any encoding. */
type BodyForm = 'json' | 'form' | 'graphql' | 'parts' | 'text';

/** The form of a body. `Content-Type` decides; without one, a body that looks like JSON is JSON. */
export function bodyForm(written: string, contentType: string | undefined): BodyForm {
  if (boundaryOf(contentType) !== undefined || splitBody(written, undefined).some((p) => p.kind === 'file')) return 'parts';
  if (contentType === undefined) return looksLikeJson(written) ? 'json' : 'text';
  if (isJsonType(contentType)) return 'json';
  const type = mediaType(contentType);
  return type === 'application/x-www-form-urlencoded' ? 'form' : type === 'application/graphql' ? 'graphql' : 'text';
}

/** Replaces the placeholders of a body. Errors are added to the filler's problems; warnings are passed to `report`. */
export function fillBody(body: TemplateText, filler: Filler, options: BodyOptions, report: (d: Diagnostic) => void): FilledBody {
  const { contentType } = options;
  const form = bodyForm(body.written, contentType);
  if (form !== 'parts') {
    const text =
      form === 'form' ? fillForm(body, filler) : form === 'json' ? fillJson(body, filler, options.escapeJson, report) : filler.text(body);
    return text === '' ? [] : [{ kind: 'text', text }];
  }
  const base = body.template.parts[0]?.range.start ?? 0;
  const boundary = boundaryOf(contentType);
  const kindOf = boundary === undefined ? undefined : filledBoundaryLines(boundary, filler);
  const pieces = splitBody(body.written, kindOf);
  const filled = pieces.map((piece): FilledBody[number] => {
    const text = pieceText(body, base, piece, filler);
    if (piece.kind === 'file')
      return { kind: 'file', path: text, fill: piece.fill, start: body.inFile ? base + piece.pathRange.start : undefined };
    return { kind: 'text', text: piece.lineBreaks === 'crlf' ? text.replace(/\r\n|\n|\r/g, '\r\n') : text };
  });
  return kindOf !== undefined && endsMultipart(body.written, kindOf) ? [...filled, { kind: 'text', text: '\r\n' }] : filled;
}

/** Whether the last line is the last boundary. As curl and browsers do, a line break is sent after it: some servers wait for it. */
const endsMultipart = (written: string, kindOf: BoundaryKind): boolean =>
  kindOf(written.slice(Math.max(written.lastIndexOf('\n'), written.lastIndexOf('\r')) + 1).trimEnd()) === 'end';

/**
 * The lines that are this boundary once their placeholders are filled in. A dynamic value counts as any text, because it can be new at
 * each place.
 */
function filledBoundaryLines(boundary: string, filler: Filler): BoundaryKind {
  const ofText = boundaryLines(boundary);
  return (line) => {
    if (!line.startsWith('--') || !line.includes('{{')) return ofText(line);
    const texts = parseTemplate(line).parts.map((part) =>
      part.kind === 'text' ? part.text : part.expression.kind === 'path' ? filler.lookedUp(part) : undefined,
    );
    const first = texts.indexOf(undefined);
    if (first < 0) return ofText(texts.join(''));
    const start = texts.slice(0, first).join('');
    const end = texts.slice(texts.lastIndexOf(undefined) + 1).join('');
    const isLast = end.endsWith('--');
    const whole = `--${boundary}${isLast ? '--' : ''}`;
    if (whole.length <= start.length + end.length || !whole.startsWith(start) || !whole.endsWith(end)) return undefined;
    return isLast ? 'end' : 'part';
  };
}

function pieceText(body: TemplateText, base: number, piece: BodyPiece, filler: Filler): string {
  const range = piece.kind === 'file' ? piece.pathRange : piece.range;
  const written = body.written.slice(range.start, range.end);
  // Parsed again from the slice and moved to its offset in the file, so that problems have the correct range.
  return filler.text({ written, template: moveTemplate(parseTemplate(written), base + range.start), inFile: body.inFile });
}

/**
 * Fills `application/x-www-form-urlencoded` (WHATWG URL §5.2): joins lines that begin with `&`, encodes placeholders in names and
 * values. A body without `=` outside of placeholders is a whole form from placeholders, which are inserted unchanged.
 */
function fillForm(body: TemplateText, filler: Filler): string {
  const { parts } = body.template;
  const isWhole = !parts.some((part) => part.kind === 'text' && part.text.includes('='));
  const out: string[] = [];
  for (const part of parts) {
    if (part.kind === 'text') {
      out.push(part.text.replace(/(?:\r\n|\n|\r)[ \t]*(?=&)/g, ''));
    } else {
      const text = valueToText(filler.value(part, body.inFile));
      const encoded = part.filters.some((f) => f.name === 'url' || f.name === 'uri');
      out.push(filler.place(part, body.inFile, !isWhole && !encoded ? percentEncodeAll(text).replaceAll('%20', '+') : text));
    }
  }
  return out.join('');
}

function fillJson(body: TemplateText, filler: Filler, escape: boolean, report: (d: Diagnostic) => void): string {
  const before = filler.problems.length;
  const pieces = fillJsonTemplate(body.template.parts, (p, inString) => filler.value(p, body.inFile, inString), escape ? 'all' : 'none');
  for (const { part, text } of pieces) if (part.kind === 'placeholder') filler.place(part, body.inFile, text);
  const text = pieces.map((p) => p.text).join('');
  if (body.inFile && filler.problems.length === before && text.length < 1_000_000 && pieces.length > 1 && !readJson(text).ok)
    warnBroken(pieces, report);
  return text;
}

/** Reports the placeholder whose text makes the JSON body invalid. */
function warnBroken(pieces: readonly JsonPiece[], report: (d: Diagnostic) => void): void {
  /** Whether the body is JSON with the real texts of its first `real` pieces, and stand-ins for later placeholders. */
  const isJson = (real: number): boolean =>
    readJson(pieces.map((p, i) => (p.part.kind === 'text' || i < real ? p.text : p.inString ? 'x' : '0')).join('')).ok;
  if (!isJson(0)) return;
  // Binary search, so that many placeholders need only a few parses.
  let [sound, broken] = [0, pieces.length];
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isJson(middle)) sound = middle;
    else broken = middle;
  }
  const { part } = pieces[sound] as JsonPiece;
  if (part.kind !== 'placeholder') return;
  const inner = part.text.slice(2, -2).trim();
  report(
    diagnostic(
      'json-body',
      'warning',
      part.range,
      `The text of ${part.text} breaks the JSON around it: write {{${inner} | json}} to escape it.`,
    ),
  );
}
