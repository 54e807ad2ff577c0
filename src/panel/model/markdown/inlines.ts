import { resolveEmphasis, type Piece } from './emphasis.ts';
import { decodeEntity, readDestination } from './destination.ts';
import { labelOf, type Definitions, type Inline } from './markdownNodes.ts';

/** Maximum UTF-16 units of a paragraph; a longer one is shown as text. */
const inlineLimit = 50_000;

const special = /[\\`*_~[\]!<&\n]|https?:\/\/|www\./g;
const punctuation = /[!-/:-@[-`{-~]/;
const bareUrl = /(?:https?:\/\/|www\.)[^\s<>]+/y;
const autolink = /<([a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+)>/iy;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;

/** An opened `[` or `![`. */
interface Bracket {
  readonly at: number;
  readonly isImage: boolean;
  /** Offset of its content. */
  readonly from: number;
  isActive: boolean;
}

/**
 * Inlines of a paragraph, heading or cell (CommonMark §6, with GFM's strike-through and bare addresses). Raw HTML is text.
 * Linear time except for delimiters, whose number is bounded.
 */
export function inlinesOf(source: string, definitions: Definitions): readonly Inline[] {
  if (source.length > inlineLimit) return [{ kind: 'text', text: source }];
  return new InlineReader(source, definitions).read();
}

class InlineReader {
  readonly #source: string;
  readonly #definitions: Definitions;
  readonly #pieces: Piece[] = [];
  readonly #brackets: Bracket[] = [];
  /** Lengths of backtick runs that no later run closes. */
  readonly #unclosed = new Set<number>();
  #at = 0;

  constructor(source: string, definitions: Definitions) {
    this.#source = source;
    this.#definitions = definitions;
  }

  read(): readonly Inline[] {
    while (this.#at < this.#source.length) {
      special.lastIndex = this.#at;
      const next = special.exec(this.#source)?.index ?? this.#source.length;
      this.#text(this.#source.slice(this.#at, next));
      this.#at = next;
      if (this.#at < this.#source.length) this.#at = this.#special(this.#source.charAt(this.#at));
    }
    return resolveEmphasis(this.#pieces);
  }

  #text(value: string): void {
    if (value !== '') this.#pieces.push({ kind: 'text', text: value });
  }

  #special(c: string): number {
    switch (c) {
      case '\\':
        return this.#escape();
      case '`':
        return this.#code();
      case '*':
      case '_':
      case '~':
        return this.#delimiters(c);
      case '[':
        return this.#open('[', false);
      case '!':
        return this.#source.charAt(this.#at + 1) === '[' ? this.#open('![', true) : this.#keep(1);
      case ']':
        return this.#close();
      case '<':
        return this.#angle();
      case '&':
        return this.#entity();
      case '\n':
        return this.#break();
      default:
        return this.#bareUrl();
    }
  }

  #keep(length: number): number {
    this.#text(this.#source.slice(this.#at, this.#at + length));
    return this.#at + length;
  }

  #escape(): number {
    const c = this.#source.charAt(this.#at + 1);
    if (c === '\n') {
      this.#pieces.push({ kind: 'break' });
      return this.#at + 2;
    }
    if (!punctuation.test(c)) return this.#keep(1);
    this.#text(c);
    return this.#at + 2;
  }

  #code(): number {
    const run = /`+/y;
    run.lastIndex = this.#at;
    const ticks = run.exec(this.#source)?.[0].length ?? 1;
    const from = this.#at + ticks;
    const end = this.#unclosed.has(ticks) ? -1 : closingTicks(this.#source, from, ticks);
    if (end < 0) {
      this.#unclosed.add(ticks);
      return this.#keep(ticks);
    }
    const inside = this.#source.slice(from, end).replace(/\n/g, ' ');
    const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
    this.#pieces.push({ kind: 'code', text: isPadded ? inside.slice(1, -1) : inside });
    return end + ticks;
  }

  #delimiters(c: '*' | '_' | '~'): number {
    let end = this.#at;
    while (this.#source.charAt(end) === c) end++;
    const length = end - this.#at;
    const before = this.#at === 0 ? ' ' : this.#source.charAt(this.#at - 1);
    const after = end === this.#source.length ? ' ' : this.#source.charAt(end);
    const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)];
    const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)];
    const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
    const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
    if (c === '~' && length > 2) return this.#keep(length);
    this.#pieces.push({
      kind: 'delimiter',
      c,
      length,
      original: length,
      opens: c === '_' ? left && (!right || markBefore) : left,
      closes: c === '_' ? right && (!left || markAfter) : right,
    });
    return end;
  }

  #open(mark: string, isImage: boolean): number {
    this.#brackets.push({ at: this.#pieces.length, isImage, from: this.#at + mark.length, isActive: true });
    // A piece of its own, because it may become the begin of a link.
    this.#pieces.push({ kind: 'bracket', text: mark });
    return this.#at + mark.length;
  }

  #close(): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined || !bracket.isActive) return this.#keep(1);
    const label = this.#source.slice(bracket.from, this.#at);
    const target = this.#target(label);
    if (target === undefined) return this.#keep(1);
    const of = resolveEmphasis(this.#pieces.splice(bracket.at).slice(1));
    if (bracket.isImage) this.#pieces.push({ kind: 'image', url: target.url, alt: plainText(of) });
    else {
      this.#pieces.push({ kind: 'link', url: target.url, of });
      // A link cannot contain links.
      for (const outer of this.#brackets) if (!outer.isImage) outer.isActive = false;
    }
    return target.end;
  }

  /** Reads the target after a `]`: an address in parentheses, a reference, or nothing if the text itself is a label. */
  #target(label: string): { readonly url: string; readonly end: number } | undefined {
    const after = this.#source.charAt(this.#at + 1);
    if (after === '(') {
      const inline = readDestination(this.#source, this.#at + 2);
      if (inline !== undefined) return inline;
    }
    if (this.#definitions.size === 0) return undefined;
    const reference = /\[((?:[^\\[\]]|\\.){0,999})\]/y;
    reference.lastIndex = this.#at + 1;
    const found = after === '[' ? reference.exec(this.#source) : null;
    const url = this.#definitions.get(labelOf(found?.[1] === undefined || found[1] === '' ? label : found[1]));
    return url === undefined ? undefined : { url, end: this.#at + 1 + (found?.[0].length ?? 0) };
  }

  #angle(): number {
    autolink.lastIndex = this.#at;
    const found = autolink.exec(this.#source);
    if (found?.[1] === undefined) return this.#keep(1);
    const url = found[1].includes(':') ? found[1] : `mailto:${found[1]}`;
    this.#pieces.push({ kind: 'link', url, of: [{ kind: 'text', text: found[1] }] });
    return this.#at + found[0].length;
  }

  #entity(): number {
    entity.lastIndex = this.#at;
    const found = entity.exec(this.#source)?.[0];
    const decoded = found === undefined ? undefined : decodeEntity(found);
    if (found === undefined || decoded === undefined) return this.#keep(1);
    this.#text(decoded);
    return this.#at + found.length;
  }

  #break(): number {
    const last = this.#pieces.at(-1);
    const isHard = last?.kind === 'text' && last.text.endsWith('  ');
    if (last?.kind === 'text') this.#pieces[this.#pieces.length - 1] = { kind: 'text', text: last.text.trimEnd() };
    if (isHard) this.#pieces.push({ kind: 'break' });
    else this.#text('\n');
    let end = this.#at + 1;
    while (this.#source.charAt(end) === ' ') end++;
    return end;
  }

  #bareUrl(): number {
    const before = this.#at === 0 ? ' ' : this.#source.charAt(this.#at - 1);
    if (!/[\s*_~("'[>]/.test(before)) return this.#keep(1);
    bareUrl.lastIndex = this.#at;
    const found = bareUrl.exec(this.#source)?.[0];
    if (found === undefined) return this.#keep(1);
    const shown = withoutEnd(found);
    // Inside a link's text it is plain text.
    if (shown.length < 5 || this.#brackets.some((b) => b.isActive)) return this.#keep(shown.length);
    this.#pieces.push({ kind: 'link', url: shown.startsWith('www.') ? `http://${shown}` : shown, of: [{ kind: 'text', text: shown }] });
    return this.#at + shown.length;
  }
}

/** The text without markup, such as the alternative text of an image. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('of' in inline) return plainText(inline.of);
      if (inline.kind === 'image') return inline.alt;
      return inline.kind === 'break' ? '\n' : inline.text;
    })
    .join('');

function isPunctuation(c: string): boolean {
  return punctuation.test(c) || /[\p{P}\p{S}]/u.test(c);
}

function closingTicks(source: string, from: number, ticks: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(source); run !== null; run = runs.exec(source)) if (run[0].length === ticks) return run.index;
  return -1;
}

/** Removes punctuation at the end of an address (GFM §6.9). */
function withoutEnd(url: string): string {
  let end = url.length;
  for (; end > 0; end--) {
    const c = url.charAt(end - 1);
    if (c === ')') {
      const part = url.slice(0, end);
      if (part.split(')').length <= part.split('(').length) break;
    } else if (!/[?!.,:*_~'"]/.test(c)) break;
  }
  return url.slice(0, end);
}
