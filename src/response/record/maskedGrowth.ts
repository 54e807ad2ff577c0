import type { ShownGrowth } from '../../protocol/streamMessages.ts';
import type { Hiding } from './hiding.ts';

/** UTF-16 units of the tail that may contain an incomplete secret, and the maximum tail that is masked again. */
const longestSecret = 4096;
const longestTail = 4 * longestSecret;

/** Masks a text that arrives in pieces: a secret in several pieces is masked when it is complete. */
export class MaskedGrowth {
  readonly #hiding: Pick<Hiding, 'mask' | 'find'>;
  /** The tail as received, and masked. */
  #tail = '';
  #shownTail = '';
  /** UTF-16 units of masked text before the tail. */
  #before = 0;

  constructor(hiding: Pick<Hiding, 'mask' | 'find'>) {
    this.#hiding = hiding;
  }

  push(piece: string): ShownGrowth {
    const was = this.#shownTail;
    this.#tail += piece;
    this.#shownTail = this.#hiding.mask(this.#tail);
    const common = commonStart(was, this.#shownTail);
    const growth = { keep: this.#before + common, text: this.#shownTail.slice(common) };
    if (this.#tail.length > longestTail) this.#cut();
    return growth;
  }

  /** Shortens the tail, but not inside a secret. */
  #cut(): void {
    let cut = this.#tail.length - longestSecret;
    for (const { start, end } of this.#hiding.find(this.#tail)) if (start < cut && cut < end) cut = start;
    this.#before += this.#hiding.mask(this.#tail.slice(0, cut)).length;
    this.#tail = this.#tail.slice(cut);
    this.#shownTail = this.#hiding.mask(this.#tail);
  }
}

function commonStart(a: string, b: string): number {
  if (b.startsWith(a)) return a.length;
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
