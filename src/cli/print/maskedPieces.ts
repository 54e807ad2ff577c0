import { spellingWindow } from '../../base/mask.ts';
import type { Mask } from './printer.ts';

/** UTF-16 units that are masked at once, at least. */
const batch = 64 * 1024;
/** Places beside each other that are tried for a cut: secrets that follow each other without a gap have few between them. */
const tries = 16;

/** A text that comes in pieces and is masked as a whole: a secret that stands in two of them is hidden too. */
export class MaskedPieces {
  readonly #mask: Mask;
  /** UTF-16 units in which any spelling of a secret fits; 0 where there is none. */
  readonly #window: number;
  /** UTF-16 units from which on a cut is looked for. */
  readonly #least: number;
  #next: number;
  /** How often in a row none was found. */
  #failed = 0;
  #carry = '';

  /** @param longest UTF-16 units of the longest secret; 0 where there is none */
  constructor(mask: Mask, longest: number) {
    this.#mask = mask;
    this.#window = spellingWindow(longest);
    this.#least = this.#next = 4 * this.#window + batch;
  }

  /** What can be shown so far. */
  push(piece: string): string {
    if (this.#window === 0) return piece;
    this.#carry += piece;
    if (this.#carry.length < this.#next) return '';
    const whole = this.#mask(this.#carry);
    const last = this.#carry.length - this.#window - this.#failed * tries;
    for (let cut = last; cut > Math.max(0, last - tries); cut--) {
      const at = isLowSurrogate(this.#carry.charCodeAt(cut)) ? cut - 1 : cut;
      const [left, right] = [this.#mask(this.#carry.slice(0, at)), this.#carry.slice(at)];
      // No secret lies across the cut.
      if (left + this.#mask(right) !== whole) continue;
      this.#carry = right;
      this.#failed = 0;
      this.#next = this.#least;
      return left;
    }
    // What was in vain is tried again only with a quarter more: the work stays in proportion to the text.
    this.#failed++;
    this.#next = Math.ceil(this.#carry.length * 1.25);
    return '';
  }

  /** The rest. */
  end(): string {
    const rest = this.#carry;
    this.#carry = '';
    return this.#window === 0 ? '' : this.#mask(rest);
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
