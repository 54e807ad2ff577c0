import { spellingWindow } from '../../base/masks/mask.ts';
import { largestOf } from '../../base/lists.ts';
import type { Mask } from './printer.ts';

/**
 * Masks a text that is printed word by word as it arrives. No form of a secret without white space extends beyond a word. For a secret with
 * white space, text of its maximum length is held back.
 */
export class TextPieces {
  #carry = '';

  /** The text that can be printed, masked. */
  push(piece: string, mask: Mask, secrets: readonly string[]): string {
    this.#carry += piece;
    const window = spellingWindow(
      largestOf(
        secrets.map((secret) => secret.length),
        0,
      ),
    );
    const earliest = Math.max(0, this.#carry.length - window);
    let cut = secrets.some((secret) => /\s/.test(secret)) ? earliest : lastWord(this.#carry, earliest);
    if (isLowSurrogate(this.#carry.charCodeAt(cut))) cut--;
    if (cut <= 0) return '';
    const [left, right] = [mask(this.#carry.slice(0, cut)), this.#carry.slice(cut)];
    // A secret crosses the cut: wait for its end.
    if (left + mask(right) !== mask(this.#carry)) return '';
    this.#carry = right;
    return left;
  }

  /** The rest of the text, masked. */
  end(mask: Mask): string {
    const rest = mask(this.#carry);
    this.#carry = '';
    return rest;
  }
}

/** Offset of the last word, or `earliest` if that is inside it. A regular expression would take time quadratic in the length of a word. */
function lastWord(text: string, earliest: number): number {
  let at = text.length;
  while (at > earliest && !/\s/.test(text.charAt(at - 1))) at--;
  return at;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
