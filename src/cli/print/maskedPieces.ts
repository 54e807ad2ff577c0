import { spellingWindow } from '../../base/masks/mask.ts';
import type { Mask } from './printer.ts';

/** Minimum UTF-16 units that are masked at once. */
const batch = 64 * 1024;
/** Number of adjacent cut positions to try. Adjacent secrets leave few valid cuts. */
const tries = 16;

/** Masks a text that arrives in pieces, including secrets across piece boundaries. */
export class MaskedPieces {
  readonly #mask: Mask;
  /** Length in UTF-16 units of the longest variant of a secret; 0 for none. */
  readonly #window: number;
  /** Minimum length in UTF-16 units for searching a cut position. */
  readonly #least: number;
  #next: number;
  /** Consecutive searches without a cut. */
  #failed = 0;
  #carry = '';

  /** @param longest length of the longest secret in UTF-16 units; 0 for none */
  constructor(mask: Mask, longest: number) {
    this.#mask = mask;
    this.#window = spellingWindow(longest);
    this.#least = this.#next = 4 * this.#window + batch;
  }

  push(piece: string): string {
    if (this.#window === 0) return piece;
    this.#carry += piece;
    if (this.#carry.length < this.#next) return '';
    const whole = this.#mask(this.#carry);
    const last = this.#carry.length - this.#window - this.#failed * tries;
    for (let cut = last; cut > Math.max(0, last - tries); cut--) {
      const at = isLowSurrogate(this.#carry.charCodeAt(cut)) ? cut - 1 : cut;
      const right = this.#carry.slice(at);
      const maskedRight = this.#mask(right);
      // A secret crosses the cut.
      if (!whole.endsWith(maskedRight)) continue;
      this.#carry = right;
      this.#failed = 0;
      this.#next = this.#least;
      return whole.slice(0, whole.length - maskedRight.length);
    }
    // Search again after a quarter more text, so that the work stays proportional to the text.
    this.#failed++;
    this.#next = Math.ceil(this.#carry.length * 1.25);
    return '';
  }

  /** Returns the rest. */
  end(): string {
    const rest = this.#carry;
    this.#carry = '';
    return this.#window === 0 ? '' : this.#mask(rest);
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
