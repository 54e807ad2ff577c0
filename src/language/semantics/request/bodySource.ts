import type { Range } from '../../../base/text/text.ts';

/** A piece of a body, before placeholders are replaced. */
export type BodyPiece =
  /** A slice of the body's text. `crlf` is for multipart framing, which requires CRLF (RFC 2046 §5.1.1). */
  | { readonly kind: 'text'; readonly range: Range; readonly lineBreaks: 'as-written' | 'crlf' }
  /** `< ./path` or `<@ ./path`. */
  | { readonly kind: 'file'; readonly range: Range; readonly path: string; readonly pathRange: Range; readonly fill: boolean };

const fileLine = /^<(@?)[ \t]+(\S[^\r\n]*?)[ \t]*$/;

interface BodyLine extends Range {
  readonly next: number;
}

function linesOf(text: string): BodyLine[] {
  const lines: BodyLine[] = [];
  for (let at = 0; at < text.length;) {
    const m = /\r\n|\n|\r/g;
    m.lastIndex = at;
    const found = m.exec(text);
    const end = found?.index ?? text.length;
    const next = found === null ? text.length : end + found[0].length;
    lines.push({ start: at, end, next });
    at = next;
  }
  return lines;
}

function fileAt(text: string, line: BodyLine): (BodyPiece & { readonly kind: 'file' }) | undefined {
  const m = fileLine.exec(text.slice(line.start, line.end));
  if (m === null) return undefined;
  const path = m[2] ?? '';
  const pathStart = text.indexOf(path, line.start + 1 + (m[1] ?? '').length);
  return {
    kind: 'file',
    range: { start: line.start, end: line.end },
    path,
    pathRange: { start: pathStart, end: pathStart + path.length },
    fill: m[1] === '@',
  };
}

/** The file references of a body whose first line is one; otherwise none. */
function bodyFiles(text: string): readonly (BodyPiece & { readonly kind: 'file' })[] {
  if (!text.startsWith('<')) return [];
  const [first, ...others] = linesOf(text);
  const file = first === undefined ? undefined : fileAt(text, first);
  if (file === undefined) return [];
  return [file, ...others.flatMap((l) => fileAt(text, l) ?? [])];
}

/** What a line of a multipart body is: the boundary above a part, the last one, or neither. */
export type BoundaryKind = (line: string) => 'part' | 'end' | undefined;

/** The lines that are this boundary as written. */
export const boundaryLines =
  (boundary: string): BoundaryKind =>
  (line) =>
    line === `--${boundary}` ? 'part' : line === `--${boundary}--` ? 'end' : undefined;

/** Splits a body into text and files. Ranges are offsets in `text`. `boundary` is set for multipart bodies. */
export function splitBody(text: string, boundary: BoundaryKind | undefined): readonly BodyPiece[] {
  if (boundary !== undefined) return splitMultipart(text, boundary);
  const files = bodyFiles(text);
  if (files.length === 0) return [{ kind: 'text', range: { start: 0, end: text.length }, lineBreaks: 'as-written' }];
  const pieces: BodyPiece[] = [];
  let at = 0;
  for (const file of files) {
    if (file.range.start > at) pieces.push({ kind: 'text', range: { start: at, end: file.range.start }, lineBreaks: 'as-written' });
    pieces.push(file);
    at = file.range.end;
  }
  if (at < text.length) pieces.push({ kind: 'text', range: { start: at, end: text.length }, lineBreaks: 'as-written' });
  return pieces;
}

/** Boundary lines, part headers and the line break before a boundary are framing. The content of parts is sent as written. */
function splitMultipart(text: string, boundary: BoundaryKind): readonly BodyPiece[] {
  const pieces: BodyPiece[] = [];
  let inHeaders = false;
  let contentStart = -1;
  const framing = (start: number, end: number): void => void pieces.push({ kind: 'text', range: { start, end }, lineBreaks: 'crlf' });
  const content = (end: number): void => {
    if (contentStart >= 0 && end > contentStart)
      pieces.push({ kind: 'text', range: { start: contentStart, end }, lineBreaks: 'as-written' });
    contentStart = -1;
  };
  let previousEnd = 0;
  for (const line of linesOf(text)) {
    const words = text.slice(line.start, line.end).trimEnd();
    const kind = boundary(words);
    const isBoundary = kind !== undefined;
    if (isBoundary) {
      const breakStart = Math.max(previousEnd, contentStart);
      content(previousEnd);
      framing(pieces.length === 0 ? line.start : Math.min(breakStart, line.start), line.next);
      inHeaders = kind === 'part';
    } else if (inHeaders) {
      framing(line.start, line.next);
      if (words === '') {
        inHeaders = false;
        contentStart = line.next;
      }
    } else {
      const file = fileAt(text, line);
      if (file !== undefined) {
        content(line.start);
        pieces.push(file);
        contentStart = -1;
        previousEnd = line.end;
        continue;
      }
      if (contentStart < 0) contentStart = previousEnd > line.start ? line.start : previousEnd;
    }
    previousEnd = isBoundary || inHeaders ? line.next : line.end;
    if (contentStart === line.next) previousEnd = line.next;
  }
  content(text.length);
  return pieces;
}
