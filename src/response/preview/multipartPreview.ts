import { headerValue } from '../../base/text/headerValue.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { BodyReader } from '../../runner/index.ts';

export interface BodyPart {
  readonly headers: readonly HeaderPair[];
  readonly start: number;
  readonly end: number;
}

export const mostParts = 500;
/** Maximum bytes of a part's headers, and of a boundary. */
const headLimit = 64 * 1024;
const boundaryLimit = 200;

/**
 * The parts of a multipart body (RFC 2046 §5.1), even if it is incomplete. LF alone may end a line.
 * @returns undefined if there is no boundary
 */
export function partsOf(body: Pick<BodyReader, 'size' | 'read'>, contentType: string): readonly BodyPart[] | undefined {
  const bytes = body.read(0, body.size);
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const boundary = boundaryOf(contentType) ?? /^--([^\r\n]{1,200}?)(?:--)?[ \t]*\r?\n/.exec(all.toString('latin1', 0, 300))?.[1];
  if (boundary === undefined || boundary === '' || boundary.length > boundaryLimit) return undefined;
  const parts: BodyPart[] = [];
  let from: number | undefined;
  for (const line of delimiters(all, `--${boundary}`)) {
    if (from !== undefined) parts.push(partOf(all, from, Math.max(from, line.contentEnd)));
    from = line.isLast ? undefined : line.end;
    if (line.isLast || parts.length >= mostParts) break;
  }
  // An incomplete last part.
  if (from !== undefined && parts.length < mostParts && from < all.length) parts.push(partOf(all, from, all.length));
  return parts;
}

const boundaryOf = (contentType: string): string | undefined => {
  const found = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(contentType);
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
};

interface Delimiter {
  /** The end of the content before the boundary. */
  readonly contentEnd: number;
  /** The offset after the line of the boundary. */
  readonly end: number;
  readonly isLast: boolean;
}

function* delimiters(all: Buffer, mark: string): Generator<Delimiter> {
  const length = Buffer.byteLength(mark);
  for (let at = all.indexOf(mark); at >= 0; at = all.indexOf(mark, at + length)) {
    if (at > 0 && all[at - 1] !== 0x0a) continue;
    const isLast = all.toString('latin1', at + length, at + length + 2) === '--';
    const feed = all.indexOf(0x0a, at + length);
    const lineEnd = feed < 0 ? all.length : feed;
    const rest = all.toString('latin1', at + length + (isLast ? 2 : 0), Math.min(lineEnd, at + length + 200));
    // Part of a longer boundary, not this one.
    if (!/^[ \t]*\r?$/.test(rest)) continue;
    const contentEnd = at === 0 ? 0 : all[at - 2] === 0x0d ? at - 2 : at - 1;
    yield { contentEnd, end: Math.min(all.length, lineEnd + 1), isLast };
  }
}

function partOf(all: Buffer, from: number, end: number): BodyPart {
  // A part without headers starts with an empty line.
  const noHead = /^\r?\n/.exec(all.toString('latin1', from, Math.min(end, from + 2)))?.[0];
  if (noHead !== undefined) return { headers: [], start: from + noHead.length, end };
  const head = all.subarray(from, Math.min(end, from + headLimit));
  const text = head.toString('latin1');
  const gap = /\r?\n\r?\n/.exec(text);
  // Without an empty line, the part has only headers if it looks like them, otherwise only content.
  const headEnd = gap?.index ?? (/^[!#$%&'*+.^_`|~\w-]+:/.test(text) && end - from < headLimit ? text.length : 0);
  const lines = head
    .subarray(0, headEnd)
    .toString('utf8')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const headers = lines.map((line): HeaderPair => {
    const colon = line.indexOf(':');
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trimEnd(), line.slice(colon + 1).trim()];
  });
  return { headers, start: Math.min(end, from + headEnd + (gap?.[0].length ?? 0)), end };
}

/** The name of a part: field and file name (RFC 7578 §4.2); null without either. */
export function partName(headers: readonly HeaderPair[]): string | null {
  const disposition = headerValue(headers, 'content-disposition') ?? '';
  const parameter = (name: string): string | undefined => {
    const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition);
    return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2];
  };
  const [field, file] = [parameter('name'), parameter('filename')];
  if (field !== undefined && file !== undefined) return `${field}: ${file}`;
  return file ?? field ?? null;
}
