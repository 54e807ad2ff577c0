import { headerValue } from '../../base/text/headerValue.ts';
import { formatJson } from '../../base/json/jsonFormat.ts';
import { formatXml } from '../../base/text/xmlFormat.ts';
import { t } from '../../base/l10n.ts';
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { PanelContent, PanelPreview, PreviewData } from '../../protocol/preview.ts';
import type { BodyReader } from '../../runner/index.ts';
import { hexLines } from '../bodyText/hexLines.ts';
import { hiddenBytes, type Hiding } from '../record/hiding.ts';
import { contentOf, drawnLimit } from './detectContent.ts';
import { sniffMedia } from './mediaSniff.ts';
import { mostParts, partName, partsOf, type BodyPart } from './multipartPreview.ts';
import { separatorOf, TableText } from './tableText.ts';
import { decodedPart, type Bytes } from './transferEncoding.ts';

/** Bytes, or UTF-16 units, to send to the page at once. */
const chunkBytes = 1024 * 1024;
/** Maximum bytes of a part shown as text, and as a hex dump. */
const partTextLimit = 256 * 1024;
const partHexLimit = 4096;
/** Replaces each byte of a secret. */
const hiddenByte = 0x2a;

type Decode = (bytes: Uint8Array, contentType: string | undefined) => string;

/** A piece; `total` is the size of the whole in bytes, UTF-16 units or rows. */
export interface PreviewPiece {
  readonly total: number;
  readonly data: PreviewData;
}

/** The preview of a body in pieces, with secrets masked. */
export class BodyPreview {
  /** Null if the text or hex view is enough. */
  readonly shown: PanelPreview | null;
  readonly content: PanelContent;
  readonly #body: BodyReader;
  readonly #contentType: string;
  readonly #decode: Decode;
  readonly #hiding: Hiding;
  readonly #parts: readonly (Pick<BodyPart, 'headers'> & { readonly bytes: Bytes })[];
  readonly #texts = new Map<number, string>();
  readonly #tables = new Map<number, TableText>();

  constructor(body: BodyReader, contentType: string, decode: Decode, hiding: Hiding) {
    this.#body = body;
    this.#contentType = contentType;
    this.#decode = decode;
    this.#hiding = hiding;
    const content = contentOf(body, contentType);
    const parts = content.kind === 'multipart' ? partsOf(body, contentType) : undefined;
    // Without a boundary, parts cannot be separated.
    this.content =
      content.kind !== 'multipart' || (parts !== undefined && parts.length < mostParts)
        ? content
        : parts === undefined
          ? { ...content, kind: 'bytes' }
          : { ...content, note: t('Only the first {0} parts are shown.', mostParts) };
    this.#parts = (parts ?? []).map(({ headers, start, end }) => {
      const bytes = sliceOf(body, start, end);
      return { headers, bytes: decodedPart(headers, bytes) ?? bytes };
    });
    const depicts = this.content.kind !== 'text' && this.content.kind !== 'bytes' && this.content.kind !== 'empty';
    this.shown = depicts
      ? {
          content: this.#masked(this.content),
          parts: this.#parts.map((part) => {
            const inside = contentOf(part.bytes, typeOf(part.headers));
            const name = partName(part.headers);
            return {
              headers: part.headers.map(([header, value]) => [hiding.mask(header), hiding.mask(value)] as const),
              name: name === null ? null : hiding.mask(name),
              content: this.#masked(inside.kind === 'multipart' ? { ...inside, kind: 'text' } : inside),
            };
          }),
        }
      : null;
  }

  /**
   * A piece of the body (0) or of a part, from `start` on, in bytes, UTF-16 units or rows by its kind. Undefined if
   * there is no such part.
   */
  read(part: number, start: number, count: number): PreviewPiece | undefined {
    const content = part === 0 ? this.shown?.content : this.shown?.parts[part - 1]?.content;
    const bytes = this.bytes(part);
    if (content === undefined || bytes === undefined) return undefined;
    switch (content.kind) {
      case 'image':
      case 'audio':
      case 'video': {
        const end = Math.min(bytes.size, start + Math.min(count, chunkBytes));
        return { total: bytes.size, data: { kind: 'bytes', bytes: this.#shownBytes(bytes, start, end) } };
      }
      case 'table': {
        const table = this.#table(part, bytes);
        return { total: table.total, data: { kind: 'rows', rows: table.read(start, count) } };
      }
      case 'html':
      case 'markdown':
      case 'text':
      case 'bytes': {
        const text = this.#text(part, bytes, content);
        return { total: text.length, data: { kind: 'text', text: text.slice(start, start + Math.min(count, chunkBytes)) } };
      }
      case 'pdf':
      case 'multipart':
      case 'empty':
        return undefined;
    }
  }

  /** The bytes of a part, with base64 transfer encoding decoded. */
  bytes(part: number): Bytes | undefined {
    return part === 0 ? this.#body : this.#parts[part - 1]?.bytes;
  }

  /** The media type detected from a part's first bytes. */
  sniffed(part: number): string | undefined {
    const bytes = this.bytes(part);
    return bytes === undefined ? undefined : sniffMedia(bytes.read(0, 1024))?.mediaType;
  }

  /** Finds more rows of a table. Returns whether all have been found. */
  scan(part: number): boolean {
    const bytes = this.bytes(part);
    return bytes === undefined || this.#table(part, bytes).scan();
  }

  #masked(content: PanelContent): PanelContent {
    const { mask } = this.#hiding;
    const { note, mediaType } = content;
    return { ...content, mediaType: mask(mediaType), note: note === null ? null : mask(note) };
  }

  #table(part: number, bytes: Bytes): TableText {
    let table = this.#tables.get(part);
    if (table === undefined) {
      const type = this.#typeOf(part);
      table = new TableText(bytes, separatorOf(bytes.read(0, 4096), type), (cell) => this.#decode(cell, type), this.#hiding);
      table.scan();
      this.#tables.set(part, table);
    }
    return table;
  }

  #text(part: number, bytes: Bytes, { kind, language }: PanelContent): string {
    let text = this.#texts.get(part);
    if (text !== undefined) return text;
    if (kind === 'bytes') {
      const end = Math.min(bytes.size, partHexLimit);
      const hidden = this.#hiddenIn(bytes, 0, end);
      text = hexLines(sliceOf(bytes, 0, end), 0, Math.ceil(end / 16), (at) => hidden.has(at)).join('\n');
    } else {
      const limit = part === 0 ? drawnLimit(kind) : partTextLimit;
      const decoded = this.#decode(bytes.read(0, Math.min(bytes.size, limit)), this.#typeOf(part));
      const masked = this.#hiding.mask(decoded);
      text = kind !== 'text' ? masked : language === 'json' ? formatJson(masked) : language === 'xml' ? formatXml(masked) : masked;
    }
    this.#texts.set(part, text);
    return text;
  }

  #typeOf(part: number): string {
    return part === 0 ? this.#contentType : typeOf(this.#parts[part - 1]?.headers ?? []);
  }

  #hiddenIn(bytes: Bytes, start: number, end: number): ReadonlySet<number> {
    return hiddenBytes(bytes, { start, end }, this.#hiding.find);
  }

  /** Secrets are replaced byte by byte, so that other bytes keep their offsets. */
  #shownBytes(bytes: Bytes, start: number, end: number): Uint8Array {
    const shown = bytes.read(start, end).slice();
    for (const at of this.#hiddenIn(bytes, start, end)) shown[at - start] = hiddenByte;
    return shown;
  }
}

const sliceOf = (of: Bytes, start: number, end: number): Bytes => ({
  size: end - start,
  read: (from, to) => of.read(start + from, Math.min(end, start + to)),
});

/** RFC 2046 §5.1: the default type is text. */
const typeOf = (headers: readonly HeaderPair[]): string => headerValue(headers, 'content-type') ?? 'text/plain';
