import { decodeUtf8 } from '../../base/utf8.ts';
import { t } from '../../base/l10n.ts';
import { isJsonType, mediaType } from '../../language/index.ts';
import type { BodyReader } from '../../runner/index.ts';
import { hexLines } from './hexLines.ts';
import { hiddenBytes, maskedLines, type Hiding } from '../record/hiding.ts';
import type { LineIndex } from './lineIndex.ts';
import type { BodyMode, BodyView } from '../../protocol/messages.ts';

/** Bytes and a `Content-Type` to text: the runner's own, so that the panel shows what scripts read. */
export type Decode = (bytes: Uint8Array, contentType: string | undefined) => string;

/** UTF-16 units of one line that go to the page. */
const lineLimit = 20_000;
/** UTF-16 units of lines that go to the page at once, and those of one more line. */
const pageLimit = 2_000_000;
/** Bytes above which a body is not laid out and searched: it is shown as it came, line by line. */
const analysisLimit = 256 * 1024 * 1024;
/** Bytes above which a body is not held as one text. */
const textLimit = 64 * 1024 * 1024;

/** A response's body as lines to look at: never parsed and printed again, cut into pages for the page. */
export class BodyText {
  readonly view: BodyView;
  /** The forms its text can be looked at in, the usual one first. */
  readonly modes: readonly BodyMode[];
  readonly note: string | null;
  /** Too large to be held as one text by the editor. */
  readonly isLarge: boolean;
  /** Too large even to be laid out and searched: its lines are all that can be had. */
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
      this.isHuge && (this.view === 'json' || this.view === 'xml')
        ? t('Shown as it came: it is too long to be indented and searched here.')
        : null;
  }

  /** How many lines a mode has that is no text, or is too large to be more than lines. */
  count(mode: BodyMode): number {
    if (mode === 'hex') return Math.ceil(this.#body.size / 16);
    return mode === 'preview' ? 0 : this.#index.count;
  }

  /** Lines of such a mode, long ones cut; fewer where they are many long ones. */
  lines(mode: BodyMode, start: number, count: number): readonly string[] {
    if (mode === 'hex') {
      const length = Math.max(0, Math.min(count, this.count(mode) - start));
      const hidden = hiddenBytes(this.#body, { start: start * 16, end: (start + length) * 16 }, this.#hiding.find);
      return hexLines(this.#body, start, length, (at) => hidden.has(at));
    }
    return mode === 'preview' ? [] : this.#largeLines(start, count);
  }

  /** The whole body as text as it is shown, without secrets. */
  text(): string {
    return this.#hiding.mask(this.original());
  }

  /** The whole body as text as it came. */
  original(): string {
    if (this.#decoded !== undefined) return this.#decoded;
    this.#decoded = this.#decodeBytes(this.#whole(), this.#type);
    return this.#decoded;
  }

  #whole(): Uint8Array {
    return this.#body.read(0, this.#body.size);
  }

  #largeLines(start: number, count: number): readonly string[] {
    // One before and one after, for a secret of several lines.
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
    // Its lines do not end with one byte.
    if (size > textLimit && /;\s*charset=\s*"?utf-?16/i.test(this.#type)) return 'hex';
    // By content rather than by label: a mislabelled JSON is JSON all the same.
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

function looksLikeText(bytes: Uint8Array, contentType: string): boolean {
  if (/;\s*charset=(?!"?utf-?8)/i.test(contentType)) return true;
  if (bytes.includes(0)) return false;
  const text = decodeUtf8(bytes);
  // A character may be cut at the end of what is looked at.
  return text.ok || text.offset > bytes.length - 4;
}
