import { isJsonType, mediaType } from '../../language/index.ts';
import type { BodyReader } from '../../runner/index.ts';
import type { ContentKind, PanelContent, TextLanguage } from '../../protocol/preview.ts';
import { looksLikeText } from '../bodyText/looksLikeText.ts';
import { counted, t } from '../../base/l10n.ts';
import { hasPdfLine, isCalled, sniffMedia } from './mediaSniff.ts';
import { separatorNames, separatorOf } from './tableText.ts';

/** Bytes to read for detection. */
const detectionBytes = 4096;
/** Maximum bytes for a preview; larger bodies can be saved or opened in another program. */
const limits: Readonly<Partial<Record<ContentKind, number>>> = {
  image: 20 * 1024 * 1024,
  audio: 100 * 1024 * 1024,
  video: 100 * 1024 * 1024,
  multipart: 64 * 1024 * 1024,
};
/** Maximum bytes of text that is rendered as a whole. */
const drawn: Readonly<Partial<Record<ContentKind, number>>> = { html: 2 * 1024 * 1024, markdown: 512 * 1024 };
export const drawnLimit = (kind: ContentKind): number => drawn[kind] ?? Infinity;

const tableTypes = /^(?:text|application)\/(?:x-)?(?:csv|comma-separated-values|tab-separated-values|tsv)$/;
const markdownTypes = /^text\/(?:x-)?(?:markdown|web-viewable)$/;

/** Detects the content by its media type and first bytes. */
export function contentOf(body: Pick<BodyReader, 'size' | 'read'>, contentType: string): PanelContent {
  const start = body.read(0, detectionBytes);
  const sent = mediaType(contentType);
  const found = sniffMedia(start);
  const isOdd = found !== undefined && !isCalled(sent, found) && !(found.mediaType === 'image/svg+xml' && /^$|[/+]xml$/.test(sent));
  const shownType = found !== undefined && (isOdd || sent === '') ? found.mediaType : sent;
  const kind = body.size === 0 ? 'empty' : kindOf(shownType, start, contentType);
  const over = body.size > (limits[kind] ?? Infinity);
  const isCut = body.size > drawnLimit(kind);
  const notes = [
    isOdd && kind !== 'empty' && sentAs(found.name, sent),
    over && t('It is too large to be shown here: {0} of at most {1}.', megabytes(body.size), megabytes(limits[kind] ?? 0)),
    isCut && t('The preview shows only the first {0}.', megabytes(drawnLimit(kind))),
  ].filter((note) => note !== false);
  return {
    kind: over ? 'bytes' : kind,
    mediaType: shownType,
    language: languageOf(shownType, start),
    size: body.size,
    note: notes.length === 0 ? null : notes.join(' '),
    detail:
      kind === 'pdf' ? pagesOf(body) : kind === 'table' ? t('separated by {0}', separatorNames[separatorOf(start, shownType)] ?? '') : null,
  };
}

const megabytes = (bytes: number): string => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`;

const sentAs = (name: string, sent: string): string =>
  sent === '' ? t('Looks like {0}, was sent without a Content-Type.', name) : t('Looks like {0}, was sent as {1}.', name, sent);

function kindOf(type: string, start: Uint8Array, contentType: string): ContentKind {
  // Errors in plain text are sometimes sent with an image type.
  if (type.startsWith('image/') && (type === 'image/svg+xml' || sniffMedia(start) !== undefined || !looksLikeText(start, contentType)))
    return 'image';
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type === 'application/pdf' || type === 'application/x-pdf') return hasPdfLine(start) ? 'pdf' : 'bytes';
  if (type.startsWith('multipart/')) return 'multipart';
  if (!looksLikeText(start, contentType)) return 'bytes';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (markdownTypes.test(type)) return 'markdown';
  // Rows are found by single bytes, which UTF-16 does not allow.
  if (tableTypes.test(type)) return /;\s*charset=\s*"?utf-?16/i.test(contentType) ? 'text' : 'table';
  if (/^\s*<(?:!doctype html|html)[\s>]/i.test(new TextDecoder().decode(start.subarray(0, 512)))) return 'html';
  return 'text';
}

function languageOf(type: string, start: Uint8Array): TextLanguage {
  if (isJsonType(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/[/+]xml$/.test(type)) return 'xml';
  if (type === 'text/css') return 'css';
  if (/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)) return 'javascript';
  const text = new TextDecoder().decode(start.subarray(0, 512)).trimStart();
  if (/^[{[]/.test(text)) return 'json';
  return text.startsWith('<?xml') ? 'xml' : 'plain';
}

/** The number of pages from the page tree or the linearization dictionary, unless compressed; otherwise null. */
function pagesOf(body: Pick<BodyReader, 'size' | 'read'>): string | null {
  const part = 512 * 1024;
  const ends = [body.read(0, part), body.size > part ? body.read(Math.max(part, body.size - part), body.size) : new Uint8Array()];
  let most = 0;
  for (const bytes of ends) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const linear = /\/Linearized[^>]{0,200}\/N (\d{1,6})/.exec(text)?.[1];
    for (const count of [linear, ...[...text.matchAll(/\/Count (\d{1,6})\b/g)].map((m) => m[1])]) most = Math.max(most, Number(count ?? 0));
  }
  return most === 0 ? null : counted(most, '{0} page', '{0} pages');
}
