import { formatJson } from '../../base/jsonFormat.ts';
import { formatXml } from '../../base/xmlFormat.ts';
import { t } from '../../base/l10n.ts';
import type { HeaderPair } from '../../protocol/messages.ts';
import type { PanelContent, PanelPreview, PreviewData } from '../../protocol/preview.ts';
import type { BodyReader } from '../../runner/index.ts';
import { hexLines } from '../bodyText/hexLines.ts';
import { hiddenOctets, type Hiding } from '../record/hiding.ts';
import { contentOf, drawnLimit } from './detectContent.ts';
import { sniffMedia } from './mediaSniff.ts';
import { mostParts, partName, partsOf, type BodyPart } from './multipartPreview.ts';
import { separatorOf, TableText } from './tableText.ts';
import { decodedPart, type Octets } from './transferEncoding.ts';

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
  readonly #parts: readonly (Pick<BodyPart, 'headers'> & { readonly octets: Octets })[];
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
    this.#parts = (parts ?? []).map(({ headers, start, end }) => {
      const octets = sliceOf(body, start, end);
      return { headers, octets: decodedPart(headers, octets) ?? octets };
    });
    const depicts = this.content.kind !== 'text' && this.content.kind !== 'octets' && this.content.kind !== 'empty';
    this.shown = depicts
      ? {
          content: this.#masked(this.content),
          parts: this.#parts.map((part) => {
            const inside = contentOf(part.octets, typeOf(part.headers));
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
    const octets = this.octets(part);
    if (content === undefined || octets === undefined) return undefined;
    switch (content.kind) {
      case 'image':
      case 'audio':
      case 'video': {
        const end = Math.min(octets.size, start + Math.min(count, chunkOctets));
        return { total: octets.size, data: { kind: 'octets', octets: this.#shownOctets(octets, start, end) } };
      }
      case 'table': {
        const table = this.#table(part, octets);
        return { total: table.total, data: { kind: 'rows', rows: table.read(start, count) } };
      }
      case 'html':
      case 'markdown':
      case 'text':
      case 'octets': {
        const text = this.#text(part, octets, content);
        return { total: text.length, data: { kind: 'text', text: text.slice(start, start + Math.min(count, chunkOctets)) } };
      }
      case 'pdf':
      case 'multipart':
      case 'empty':
        return undefined;
    }
  }

  /** The octets of a part, decoded where it was sent as base64. */
  octets(part: number): Octets | undefined {
    return part === 0 ? this.#body : this.#parts[part - 1]?.octets;
  }

  /** The media type that a part's first octets tell, whatever it was sent as. */
  sniffed(part: number): string | undefined {
    const octets = this.octets(part);
    return octets === undefined ? undefined : sniffMedia(octets.read(0, 1024))?.mediaType;
  }

  /** Finds more rows of a table. Whether all are found. */
  scan(part: number): boolean {
    const octets = this.octets(part);
    return octets === undefined || this.#table(part, octets).scan();
  }

  #masked(content: PanelContent): PanelContent {
    const { mask } = this.#hiding;
    const { note, mediaType } = content;
    return { ...content, mediaType: mask(mediaType), note: note === null ? null : mask(note) };
  }

  #table(part: number, octets: Octets): TableText {
    let table = this.#tables.get(part);
    if (table === undefined) {
      const type = this.#typeOf(part);
      table = new TableText(octets, separatorOf(octets.read(0, 4096), type), (cell) => this.#decode(cell, type), this.#hiding);
      table.scan();
      this.#tables.set(part, table);
    }
    return table;
  }

  #text(part: number, octets: Octets, { kind, language }: PanelContent): string {
    let text = this.#texts.get(part);
    if (text !== undefined) return text;
    if (kind === 'octets') {
      const end = Math.min(octets.size, partHexLimit);
      const hidden = this.#hiddenIn(octets, 0, end);
      text = hexLines(sliceOf(octets, 0, end), 0, Math.ceil(end / 16), (at) => hidden.has(at)).join('\n');
    } else {
      const limit = part === 0 ? drawnLimit(kind) : partTextLimit;
      const decoded = this.#decode(octets.read(0, Math.min(octets.size, limit)), this.#typeOf(part));
      const masked = this.#hiding.mask(decoded);
      text = kind !== 'text' ? masked : language === 'json' ? formatJson(masked) : language === 'xml' ? formatXml(masked) : masked;
    }
    this.#texts.set(part, text);
    return text;
  }

  #typeOf(part: number): string {
    return part === 0 ? this.#contentType : typeOf(this.#parts[part - 1]?.headers ?? []);
  }

  #hiddenIn(octets: Octets, start: number, end: number): ReadonlySet<number> {
    return hiddenOctets(octets, { start, end }, this.#hiding.find);
  }

  /** With those of secrets replaced one by one, so that all others keep their places. */
  #shownOctets(octets: Octets, start: number, end: number): Uint8Array {
    const shown = octets.read(start, end).slice();
    for (const at of this.#hiddenIn(octets, start, end)) shown[at - start] = hiddenOctet;
    return shown;
  }
}

const sliceOf = (of: Octets, start: number, end: number): Octets => ({
  size: end - start,
  read: (from, to) => of.read(start + from, Math.min(end, start + to)),
});

/** RFC 2046 §5.1: a part without a type is text. */
const typeOf = (headers: readonly HeaderPair[]): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/plain';
