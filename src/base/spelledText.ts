import type { Range } from './text.ts';

const utf8 = new TextEncoder();
const entities: Readonly<Record<string, readonly string[]>> = {
  '&': ['&amp;', '&#38;', '&#x26;'],
  '<': ['&lt;', '&#60;', '&#x3c;', '&#x3C;'],
  '>': ['&gt;', '&#62;', '&#x3e;', '&#x3E;'],
  '"': ['&quot;', '&#34;', '&#x22;'],
  "'": ['&apos;', '&#39;', '&#x27;'],
};

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Spellings of a character by the code of their first unit. */
type Spellings = ReadonlyMap<number, readonly string[]>;

const spellingsOf = new Map<string, Spellings>();

/**
 * How one character may be written where it is shown: itself, percent-encoded, escaped in JSON, as an entity of HTML or XML; what
 * is encoded also once more, as a URL in a URL or JSON in JSON is.
 */
function spellings(character: string): Spellings {
  const known = spellingsOf.get(character);
  if (known !== undefined) return known;
  const all = new Set([character, ...(entities[character] ?? [])]);
  let percent = '';
  for (const byte of utf8.encode(character)) percent += `%${byte.toString(16).padStart(2, '0')}`;
  for (const written of [percent, percent.toUpperCase()]) all.add(written).add(written.replaceAll('%', '%25'));
  let units = '';
  for (let i = 0; i < character.length; i++) units += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  const json = new Set([inJson(character), units, units.replace(/[a-f\d]{4}/g, (digits) => digits.toUpperCase())]);
  if (character === '/') json.add('\\/');
  for (const written of json) all.add(written).add(inJson(written));
  if (character === ' ') all.add('+');
  const byStart = new Map<number, string[]>();
  for (const written of all) byStart.set(written.charCodeAt(0), [...(byStart.get(written.charCodeAt(0)) ?? []), written]);
  spellingsOf.set(character, byStart);
  return byStart;
}

const alternatives = (of: Spellings): string =>
  `(?:${[...of.values()]
    .flat()
    .map((written) => written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('|')})`;

/** A text in which each character may be spelled in several ways. */
export class SpelledText {
  readonly #characters: readonly Spellings[];
  /** Finds its first characters: nearly all places are passed over so. */
  readonly #first: RegExp;

  constructor(text: string) {
    this.#characters = Array.from(text, spellings);
    const [first = '', ...next] = this.#characters.slice(0, 4).map(alternatives);
    this.#first = new RegExp(`${first}(?=${next.join('')})`, 'g');
  }

  /** Adds the places where it stands, each once. */
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

  /** Where it ends if it begins there, at the farthest: a `%` that is written `%25` is found whole. All ways are followed at once. */
  #endAt(text: string, start: number): number | undefined {
    let ends: Iterable<number> = [start];
    for (const character of this.#characters) {
      const next = new Set<number>();
      for (const at of ends) {
        for (const written of character.get(text.charCodeAt(at)) ?? nothing) {
          const end = at + written.length;
          if (written.length === 1 || text.startsWith(written, at)) next.add(end);
        }
      }
      if (next.size === 0) return undefined;
      ends = next;
    }
    return Math.max(...ends);
  }
}

const nothing: readonly never[] = [];
