import type { SearchQuery } from '../../base/text/searchQuery.ts';

/** Bytes to search at once. */
const windowSize = 1024 * 1024;
/**
 * Parts of a query where the bytes may differ from the shown text: around tokens where formatting adds white space, and outside ASCII,
 * where a secret may be masked.
 */
const between = /[^\x20-\x7e]+|[{}[\],:] *|^ +/;
/** Non-ASCII characters that equal an ASCII letter when case is ignored (Unicode simple case folding), in UTF-8. */
const foldsTo: Readonly<Record<string, string>> = { k: '(?:k|\u00e2\u0084\u00aa)', s: '(?:s|\u00c5\u00bf)' };
/** Maximum bytes of a letter. */
const longestLetter = 3;

/**
 * A byte sequence contained in every match of a plain text query, in any layout. Parts of the body without it need no formatting and
 * decoding. Null if the query has no such sequence.
 */
export function needleOf({ text, regex, matchCase }: SearchQuery): Needle | null {
  if (regex) return null;
  const longest = text.split(between).reduce((most, part) => (part.length > most.length ? part : most), '');
  return longest === '' ? null : new Needle(longest, matchCase);
}

/** Searches for a byte sequence. */
export class Needle {
  readonly #pattern: RegExp;
  readonly #longest: number;
  /** The current part, one byte per character. */
  #window = '';
  #start = 0;
  #looked = 0;

  /** @param letters ASCII */
  constructor(letters: string, matchCase: boolean) {
    const source = Array.from(letters, (letter) => {
      const folding = matchCase ? undefined : foldsTo[letter.toLowerCase()];
      return folding ?? letter.replace(/[^\w ]/, '\\$&');
    });
    this.#pattern = new RegExp(source.join(''), matchCase ? 'g' : 'gi');
    this.#longest = letters.length * longestLetter;
  }

  /** Offset before which the last search found no start of a match. */
  get looked(): number {
    return this.#looked;
  }

  /** The offset of the next match between `from` and `until`; -1 if the next part has none. */
  next(bytes: Uint8Array, from: number, until: number): number {
    if (from < this.#start || from >= this.#start + this.#window.length - this.#longest) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      this.#start = from;
      this.#window = text.toString('latin1', from, Math.min(until, from + windowSize + this.#longest));
    }
    this.#pattern.lastIndex = from - this.#start;
    const found = this.#pattern.exec(this.#window);
    if (found !== null) return (this.#looked = this.#start + found.index);
    const windowEnd = this.#start + this.#window.length;
    this.#looked = windowEnd >= until ? until : Math.max(from + 1, windowEnd - this.#longest);
    return -1;
  }
}
