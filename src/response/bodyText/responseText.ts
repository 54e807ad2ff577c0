import { looksLikeText } from './looksLikeText.ts';
import { t } from '../../base/l10n.ts';
import { isJsonType, mediaType } from '../../language/index.ts';
import type { BodyReader } from '../../runner/index.ts';
import { hexLines } from './hexLines.ts';
import { hiddenBytes, maskedLines, type Hiding } from '../record/hiding.ts';
import type { LineIndex } from './lineIndex.ts';
import type { BodyMode, BodyView } from '../../protocol/messages.ts';

/** Decodes bytes by their `Content-Type`. The runner's own function, so that the panel shows what scripts read. */
export type Decode = (bytes: Uint8Array, contentType: string | undefined) => string;

/** Maximum UTF-16 units of a line in the page. */
const lineLimit = 20_000;
/** Maximum UTF-16 units of a page of lines. */
const pageLimit = 2_000_000;
/** Bytes above which a body is not formatted and searched, only shown line by line. */
const analysisLimit = 256 * 1024 * 1024;
/** Bytes above which a body is not decoded into one string. */
const textLimit = 64 * 1024 * 1024;

/** A response body as lines, in pages. It is never parsed and serialized again. */
export class BodyText {
  readonly view: BodyView;
  /** The modes of its text, the default first. */
  readonly modes: readonly BodyMode[];
  readonly note: string | null;
  /** Too large for one string. */
  readonly isLarge: boolean;
  /** Too large to format and search; only its lines are available. */
  readonly isHuge: boolean;
  readonly #body: BodyReader;
  readonly #index: LineIndex;
  readonly #type: string;
  readonly #decodeBytes: Decode;
  readonly #hiding: Hiding;
  #decoded: string | undefined;

  /** @param index the lines of the body */
  constructor(body: BodyReader, index: LineIndex, contentType: string, decode: Decode, hiding: Hiding) {
    this.#body = body;
    this.#index = index;
    this.isLarge = body.size > textLimit;
    this.#type = contentType;
    this.#decodeBytes = decode;
    this.#hiding = hiding;
    this.view = this.#viewOf();
    this.modes = modesOf[this.view];
    this.isHuge = body.size > analysisLimit;
    if (this.isHuge) this.modes = this.modes.filter((mode) => mode !== 'pretty');
    this.note =
      this.isHuge && (this.view === 'json' || this.view === 'xml') ? t('Shown as received: too large to format and search here.') : null;
  }

  /** The number of lines in a mode that the body service does not handle: bytes, or a huge text. */
  count(mode: BodyMode): number {
    if (mode === 'hex') return Math.ceil(this.#body.size / 16);
    return mode === 'preview' ? 0 : this.#index.count;
  }

  /** Lines of such a mode. Long lines are cut; has fewer lines than `count` if many are long. */
  lines(mode: BodyMode, start: number, count: number): readonly string[] {
    if (mode === 'hex') {
      const length = Math.max(0, Math.min(count, this.count(mode) - start));
      const hidden = hiddenBytes(this.#body, { start: start * 16, end: (start + length) * 16 }, this.#hiding.find);
      return hexLines(this.#body, start, length, (at) => hidden.has(at));
    }
    return mode === 'preview' ? [] : this.#largeLines(start, count);
  }

  /** The whole body as text, with secrets masked. */
  text(): string {
    return this.#hiding.mask(this.original());
  }

  /** The whole body as text, with secrets. */
  original(): string {
    if (this.#decoded !== undefined) return this.#decoded;
    this.#decoded = this.#decodeBytes(this.#whole(), this.#type);
    return this.#decoded;
  }

  #whole(): Uint8Array {
    return this.#body.read(0, this.#body.size);
  }

  #largeLines(start: number, count: number): readonly string[] {
    // Includes a line before and after, for secrets that span lines.
    const first = Math.max(0, start - 1);
    const found = this.#index.read(this.#body, first, count + 2, lineLimit * 4);
    const texts = found.map(({ bytes }) => this.#decodeBytes(bytes, this.#type));
    const shown = maskedLines(texts, this.#hiding.find).map((text, i) => {
      const more = (found[i]?.more ?? 0) + Buffer.byteLength(texts[i]?.slice(lineLimit) ?? '');
      return more > 0 ? `${text.slice(0, lineLimit)} … ${t('{0} more bytes', more)}` : text;
    });
    const page = shown.slice(start - first, start - first + count);
    let units = 0;
    const fitting = page.findIndex((line) => (units += line.length) > pageLimit);
    return fitting < 0 ? page : page.slice(0, Math.max(1, fitting));
  }

  #viewOf(): BodyView {
    const { size } = this.#body;
    if (size === 0) return 'empty';
    const type = mediaType(this.#type);
    const start = this.#body.read(0, 4096);
    if (!looksLikeText(start, this.#type)) return type.startsWith('image/') ? 'image' : 'hex';
    // In UTF-16, lines do not end with a single byte.
    if (size > textLimit && /;\s*charset=\s*"?utf-?16/i.test(this.#type)) return 'hex';
    // Checks the content, not only the label: JSON with another label is still JSON.
    const text = new TextDecoder().decode(start).trimStart();
    if (isJsonType(this.#type) || /^(?:[{[]|"[^"]*"$|-?\d+(?:\.\d+)?$|true$|false$|null$)/.test(text))
      return isJsonType(this.#type) || /^[{[]/.test(text) ? 'json' : 'text';
    if (type === 'text/html' || type === 'application/xhtml+xml' || /^<(?:!doctype html|html)/i.test(text)) return 'html';
    if (/[/+]xml$/.test(type) || text.startsWith('<?xml')) return 'xml';
    return 'text';
  }
}

const modesOf: Readonly<Record<BodyView, readonly BodyMode[]>> = {
  json: ['pretty', 'raw'],
  xml: ['pretty', 'raw'],
  html: ['raw'],
  text: ['raw'],
  image: [],
  hex: [],
  empty: [],
};
