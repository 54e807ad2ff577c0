import { formatJson } from '../../../base/jsonFormat.ts';
import { formatXml } from '../../../base/xmlFormat.ts';
import { t } from '../../../base/l10n.ts';
import type { HeaderPair } from '../../../protocol/messages.ts';
import type { PanelContent, PanelPreview, PreviewData } from '../../../protocol/preview.ts';
import type { BodyReader } from '../../../runner/index.ts';
import { hexLines } from '../hexLines.ts';
import { hiddenOctets, type Hiding } from '../hiding.ts';
import { contentOf, drawnLimit } from './content.ts';
import { sniffMedia } from './mediaSniff.ts';
import { mostParts, partName, partsOf, type BodyPart } from './multipart.ts';
import { separatorOf, TableText } from './tableText.ts';

/** Octets, or UTF-16 units, that go to the page at once. */
const chunkOctets = 1024 * 1024;
/** Octets of a part that is shown as text or by its octets. */
const partTextLimit = 256 * 1024;
const partHexLimit = 4096;
/** What hides an octet. */
const hiddenOctet = 0x2a;

type Decode = (bytes: Uint8Array, contentType: string | undefined) => string;

/** A piece of it, and how much there is in all: octets, UTF-16 units or rows. */
export interface PreviewPiece {
  readonly total: number;
  readonly data: PreviewData;
}

/** What a body depicts, piece by piece and without secrets. */
export class BodyPreview {
  /** Null where it depicts nothing: its text or its octets say all. */
  readonly shown: PanelPreview | null;
  readonly content: PanelContent;
  readonly #body: BodyReader;
  readonly #contentType: string;
  readonly #decode: Decode;
  readonly #hiding: Hiding;
  readonly #parts: readonly BodyPart[];
  readonly #texts = new Map<number, string>();
  readonly #tables = new Map<number, TableText>();

  constructor(body: BodyReader, contentType: string, decode: Decode, hiding: Hiding) {
    this.#body = body;
    this.#contentType = contentType;
    this.#decode = decode;
    this.#hiding = hiding;
    const content = contentOf(body, contentType);
    const parts = content.kind === 'multipart' ? partsOf(body, contentType) : undefined;
    // Without a boundary there is nothing to tell its parts by.
    this.content =
      content.kind !== 'multipart' || (parts !== undefined && parts.length < mostParts)
        ? content
        : parts === undefined
          ? { ...content, kind: 'octets' }
          : { ...content, note: t('Only the first {0} parts are shown.', mostParts) };
    this.#parts = parts ?? [];
    const depicts = this.content.kind !== 'text' && this.content.kind !== 'octets' && this.content.kind !== 'empty';
    this.shown = depicts
      ? {
          content: this.#masked(this.content),
          parts: this.#parts.map((part) => {
            const inside = contentOf(this.#slice(part.start, part.end), typeOf(part.headers));
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
   * A piece of the body, or of the part with the number, from `start` on: octets, units or rows, as what it is has them. Undefined
   * where there is no such part.
   */
  read(part: number, start: number, count: number): PreviewPiece | undefined {
    const content = part === 0 ? this.shown?.content : this.shown?.parts[part - 1]?.content;
    const place = this.place(part);
    if (content === undefined || place === undefined) return undefined;
    switch (content.kind) {
      case 'image':
      case 'audio':
      case 'video': {
        const from = place.start + start;
        return {
          total: place.end - place.start,
          data: { kind: 'octets', octets: this.#shownOctets(from, Math.min(place.end, from + Math.min(count, chunkOctets))) },
        };
      }
      case 'table': {
        const table = this.#table(part, place);
        return { total: table.total, data: { kind: 'rows', rows: table.read(start, count) } };
      }
      case 'html':
      case 'markdown':
      case 'text':
      case 'octets': {
        const text = this.#text(part, place, content);
        return { total: text.length, data: { kind: 'text', text: text.slice(start, start + Math.min(count, chunkOctets)) } };
      }
      case 'pdf':
      case 'multipart':
      case 'empty':
        return undefined;
    }
  }

  /** Where a part lies in the body. */
  place(part: number): { readonly start: number; readonly end: number } | undefined {
    return part === 0 ? { start: 0, end: this.#body.size } : this.#parts[part - 1];
  }

  /** The media type that a part's first octets tell, whatever it was sent as. */
  sniffed(part: number): string | undefined {
    const place = this.place(part);
    return place === undefined ? undefined : sniffMedia(this.#slice(place.start, place.end).read(0, 1024))?.mediaType;
  }

  /** Finds more rows of a table. Whether all are found. */
  scan(part: number): boolean {
    const place = this.place(part);
    return place === undefined || this.#table(part, place).scan();
  }

  #masked(content: PanelContent): PanelContent {
    const { mask } = this.#hiding;
    const { note, mediaType } = content;
    return { ...content, mediaType: mask(mediaType), note: note === null ? null : mask(note) };
  }

  #slice(start: number, end: number): Pick<BodyReader, 'size' | 'read'> {
    return { size: end - start, read: (from, to) => this.#body.read(start + from, Math.min(end, start + to)) };
  }

  #table(part: number, place: { readonly start: number; readonly end: number }): TableText {
    let table = this.#tables.get(part);
    if (table === undefined) {
      const slice = this.#slice(place.start, place.end);
      const type = this.#typeOf(part);
      table = new TableText(slice, separatorOf(slice.read(0, 4096), type), (octets) => this.#decode(octets, type), this.#hiding);
      table.scan();
      this.#tables.set(part, table);
    }
    return table;
  }

  #text(part: number, { start, end }: { readonly start: number; readonly end: number }, { kind, language }: PanelContent): string {
    let text = this.#texts.get(part);
    if (text !== undefined) return text;
    if (kind === 'octets') {
      const last = Math.min(end, start + partHexLimit);
      const hidden = this.#hiddenIn(start, last);
      text = hexLines(this.#slice(start, last), 0, Math.ceil((last - start) / 16), (at) => hidden.has(start + at)).join('\n');
    } else {
      const limit = part === 0 ? drawnLimit(kind) : partTextLimit;
      const decoded = this.#decode(this.#body.read(start, Math.min(end, start + limit)), this.#typeOf(part));
      const masked = this.#hiding.mask(decoded);
      text = kind !== 'text' ? masked : language === 'json' ? formatJson(masked) : language === 'xml' ? formatXml(masked) : masked;
    }
    this.#texts.set(part, text);
    return text;
  }

  #typeOf(part: number): string {
    return part === 0 ? this.#contentType : typeOf(this.#parts[part - 1]?.headers ?? []);
  }

  #hiddenIn(start: number, end: number): ReadonlySet<number> {
    return hiddenOctets(this.#body, { start, end }, this.#hiding.find);
  }

  /** With those of secrets replaced one by one, so that all others keep their places. */
  #shownOctets(start: number, end: number): Uint8Array {
    const octets = this.#body.read(start, end).slice();
    for (const at of this.#hiddenIn(start, end)) octets[at - start] = hiddenOctet;
    return octets;
  }
}

/** RFC 2046 §5.1: a part without a type is text. */
const typeOf = (headers: readonly HeaderPair[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
