import { largestOf } from '../lists.ts';
import type { Range } from '../text/text.ts';

const utf8 = new TextEncoder();
const entities: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;', '&#38;', '&#x26;'],
  '<': ['&lt;', '&#60;', '&#x3c;', '&#x3C;'],
  '>': ['&gt;', '&#62;', '&#x3e;', '&#x3E;'],
  '"': ['&quot;', '&#34;', '&#x22;'],
  "'": ['&apos;', '&#39;', '&#x27;'],
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

interface Spellings {
  /** By the code of their first UTF-16 unit. */
  readonly whole: ReadonlyMap<number, readonly string[]>;
  /**
   * Characters after one or more backslashes: `n` for a line break. JSON in JSON in JSON has seven backslashes. In a URL, all are
   * percent-encoded.
   */
  readonly escaped: readonly string[];
}

const spellingsOf = new Map<string, Spellings>();

/** All encodings of a character: plain, percent-encoded (also twice), escaped in JSON, as an HTML or XML entity. */
function spellings(character: string): Spellings {
  const known = spellingsOf.get(character);
  if (known !== undefined) return known;
  const all = new Set([character, ...(entities[character] ?? [])]);
  for (const written of percentEncoded(character)) all.add(written);
  // A space in a form, and in a form that is percent-encoded again.
  if (character === ' ') for (const written of ['+', '%2B', '%2b']) all.add(written);
  let units = '';
  for (let i = 0; i < character.length; i++) units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  const escapes = new Set([inJson(character), units, units.replace(/[a-f\d]{4}/g, (digits) => digits.toUpperCase())]);
  // In a surrogate pair, the second escape has its own backslashes.
  if (character.length > 1) for (const written of escapes) all.add(written).add(inJson(written));
  if (character === '/') escapes.add('\\/');
  const whole = new Map<number, string[]>();
  for (const written of all) whole.set(written.charCodeAt(0), [...(whole.get(written.charCodeAt(0)) ?? []), written]);
  const behind = [...escapes].flatMap((written) => (character.length === 1 && written.startsWith('\\') ? written.slice(1) : []));
  const escaped = [...behind, ...behind.filter((text) => /^[\\"/]$/.test(text)).flatMap(percentEncoded)];
  const made = { whole, escaped };
  spellingsOf.set(character, made);
  return made;
}

/** A character percent-encoded, once and twice. */
function percentEncoded(character: string): readonly string[] {
  let percent = '';
  for (const byte of utf8.encode(character)) percent += `%${byte.toString(16).padStart(2, '0')}`;
  return [percent, percent.toUpperCase()].flatMap((written) => [written, written.replaceAll('%', '%25')]);
}

const mostBackslashes = 64;
const backslashes: readonly string[] = ['\\', ...percentEncoded('\\')];

const verbatim = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A pattern that may match too much: any run of backslashes counts as an escape. */
function alternatives({ whole, escaped }: Spellings): string {
  const all = [...whole.values()].flat().map(verbatim);
  if (escaped.length > 0)
    all.push(`(?:${backslashes.map(verbatim).join('|')}){1,${mostBackslashes}}(?:${escaped.map(verbatim).join('|')})`);
  return `(?:${all.join('|')})`;
}

/** Matches a text in which each character may be written in several ways. */
export class SecretVariants {
  readonly #characters: readonly Spellings[];
  /** Matches the first characters, which rules out nearly all offsets quickly. */
  readonly #first: RegExp;

  constructor(text: string) {
    this.#characters = Array.from(text, spellings);
    const [first = '', ...next] = this.#characters.slice(0, 4).map(alternatives);
    this.#first = new RegExp(`${first}(?=${next.join('')})`, 'g');
  }

  find(text: string, found: Range[]): void {
    const first = this.#first;
    first.lastIndex = 0;
    for (let match = first.exec(text); match !== null; match = first.exec(text)) {
      const start = match.index;
      const end = this.#endAt(text, start);
      if (end !== undefined) found.push({ start, end });
      first.lastIndex = end ?? start + 1;
    }
  }

  /**
   * The furthest end of a match that starts at an offset, so that a `%` written as `%25` is covered completely. Follows
   * all variants at once.
   */
  #endAt(text: string, start: number): number | undefined {
    let ends: Iterable<number> = [start];
    for (const character of this.#characters) {
      const next = new Set<number>();
      for (const at of ends) {
        for (const written of character.whole.get(text.charCodeAt(at)) ?? nothing)
          if (written.length === 1 || text.startsWith(written, at)) next.add(at + written.length);
        const first = text.charCodeAt(at);
        if (first !== backslashCode && first !== percentCode) continue;
        for (const behind of backslashEnds(text, at))
          for (const written of character.escaped) if (text.startsWith(written, behind)) next.add(behind + written.length);
      }
      if (next.size === 0) return undefined;
      ends = next;
    }
    return largestOf(ends, 0);
  }
}

const nothing: readonly never[] = [];

const [backslashCode, percentCode] = [92, 37];

/** The offsets after each of the backslashes at an offset. */
function backslashEnds(text: string, at: number): readonly number[] {
  const ends: number[] = [];
  let end = at;
  while (ends.length < mostBackslashes) {
    const written = backslashes.find((one) => text.startsWith(one, end));
    if (written === undefined) break;
    end += written.length;
    ends.push(end);
  }
  return ends;
}
