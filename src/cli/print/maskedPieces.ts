import { spellingWindow } from '../../base/mask.ts';
import type { Mask } from './printer.ts';

/** UTF-16 units that are masked at once, at least. */
const batch = 64 * 1024;

/** A text that comes in pieces and is masked as a whole: a secret that stands in two of them is hidden too. */
export class MaskedPieces {
  readonly #mask: Mask;
  /** UTF-16 units in which any spelling of a secret fits; 0 where there is none. */
  readonly #window: number;
  #carry = '';

  /** @param longest UTF-16 units of the longest secret; 0 where there is none */
  constructor(mask: Mask, longest: number) {
    this.#mask = mask;
    this.#window = spellingWindow(longest);
  }

  /** What can be shown so far. */
  push(piece: string): string {
    if (this.#window === 0) return piece;
    this.#carry += piece;
    if (this.#carry.length < 4 * this.#window + batch) return '';
    const whole = this.#mask(this.#carry);
    for (let cut = this.#carry.length - this.#window; cut > 0; cut -= this.#window) {
      const at = isLowSurrogate(this.#carry.charCodeAt(cut)) ? cut - 1 : cut;
      const [left, right] = [this.#mask(this.#carry.slice(0, at)), this.#carry.slice(at)];
      // No secret lies across the cut.
      if (left + this.#mask(right) !== whole) continue;
      this.#carry = right;
      return left;
    }
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
