import type { ShownGrowth } from '../../protocol/streamMessages.ts';
import type { Hiding } from './hiding.ts';

/** UTF-16 units behind which no secret is looked for that ends in what comes next, and of what is looked through again at most. */
const longestSecret = 4096;
const longestTail = 4 * longestSecret;

/** A text that grows by pieces, as it can be shown: a secret that came in several pieces is hidden when it is whole. */
export class MaskedGrowth {
  readonly #hiding: Pick<Hiding, 'mask' | 'find'>;
  /** The end of the text as it came, and as it is shown. */
  #tail = '';
  #shownTail = '';
  /** UTF-16 units that are shown before that. */
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

  /** Lets go of the tail's beginning, not in the middle of a secret. */
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
