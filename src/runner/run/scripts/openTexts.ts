import type { Value } from '../../../base/values/value.ts';
import { secretTexts } from '../../../language/index.ts';

/** The mask ignores shorter texts. */
export const shortestText = 3;
export const urlDelimiter = /[/?&=#]/;
/** UTF-16 units of a text that is masked or shown by itself. */
export const longestText = 10_000;

/** Whether a text contains no secret, although a script that read one wrote it. */
export type IsOpen = (text: string) => boolean;

/**
 * Recognizes texts without a secret in what a script writes: those that are in the script, and those of variables without a secret that
 * it has read, whole or as parts of a URL.
 */
export class OpenTexts {
  readonly #source: string;
  /** Values whose texts are not in `#texts` yet. */
  readonly #values: Value[] = [];
  readonly #texts = new Set<string>();

  constructor(source: string) {
    this.#source = source;
  }

  add(value: Value): void {
    this.#values.push(value);
  }

  readonly isOpen: IsOpen = (text) => {
    for (const value of this.#values.splice(0))
      for (const known of secretTexts(value))
        if (known.length <= longestText) for (const part of [known, ...known.split(urlDelimiter)]) this.#texts.add(part);
    return text.length >= shortestText && (this.#texts.has(text) || this.#isWord(text));
  };

  /** Whether the text is in the script, and not as a part of a word. */
  #isWord(text: string): boolean {
    const inWord = /[\w-]/;
    for (let at = this.#source.indexOf(text); at >= 0; at = this.#source.indexOf(text, at + 1))
      if (!inWord.test(this.#source.charAt(at - 1)) && !inWord.test(this.#source.charAt(at + text.length))) return true;
    return false;
  }
}
