import type { SearchQuery } from '../base/searchQuery.ts';

/** Bytes that are looked through at once. */
const windowSize = 1024 * 1024;
/** Where the bytes of a text need not stand together: around what a layout puts white space at, and beyond ASCII, where a secret may be hidden. */
const between = /[^\x20-\x7e]+|[{}[\],:] *|^ +/;
/** Beyond ASCII, what is the same as a letter of ASCII where case does not count (simple case folding of Unicode), in UTF-8. */
const foldsTo: Readonly<Record<string, string>> = { k: '(?:k|\u00e2\u0084\u00aa)', s: '(?:s|\u00c5\u00bf)' };
/** Bytes of a letter at most. */
const longestLetter = 3;

/**
 * Bytes that stand wherever a text is found that is no expression, in whatever form the text around it is shown: where they do not
 * stand, nothing needs to be laid out and decoded. Null where there are none.
 */
export function needleOf({ text, regex, matchCase }: SearchQuery): Needle | null {
  if (regex) return null;
  const longest = text.split(between).reduce((most, part) => (part.length > most.length ? part : most), '');
  return longest === '' ? null : new Needle(longest, matchCase);
}

/** Looks for such bytes. */
export class Needle {
  readonly #pattern: RegExp;
  readonly #longest: number;
  /** What is looked through now, a byte a character. */
  #window = '';
  #start = 0;
  #looked = 0;

  /** @param letters of ASCII */
  constructor(letters: string, matchCase: boolean) {
    const source = Array.from(letters, (letter) => {
      const folding = matchCase ? undefined : foldsTo[letter.toLowerCase()];
      return folding ?? letter.replace(/[^\w ]/, '\\$&');
    });
    this.#pattern = new RegExp(source.join(''), matchCase ? 'g' : 'gi');
    this.#longest = letters.length * longestLetter;
  }

  /** How far was looked: no needle begins before it, from where one was asked for. */
  get looked(): number {
    return this.#looked;
  }

  /** Where one begins, from `from` on and whole before `until`; -1 where there is none in the next part. */
  next(bytes: Uint8Array, from: number, until: number): number {
    if (from < this.#start || from >= this.#start + this.#window.length - this.#longest) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      this.#start = from;
      this.#window = text.toString('latin1', from, Math.min(until, from + windowSize + this.#longest));
    }
    this.#pattern.lastIndex = from - this.#start;
    const found = this.#pattern.exec(this.#window);
    if (found !== null) return (this.#looked = this.#start + found.index);
    const seen = this.#start + this.#window.length;
    this.#looked = seen >= until ? until : Math.max(from + 1, seen - this.#longest);
    return -1;
  }
}
