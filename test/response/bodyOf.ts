import { maskText } from '../../src/base/masks/mask.ts';
import type { Hiding } from '../../src/response/record/hiding.ts';
import type { BodyReader } from '../../src/runner/index.ts';

export const bodyOf = (bytes: Uint8Array): BodyReader => ({
  size: bytes.length,
  received: bytes.length,
  failure: undefined,
  read: (start, end) => bytes.subarray(start, Math.min(end, bytes.length)),
});

/** Hides all occurrences of a text. */
export const hidingOf = (secret: string): Hiding => ({
  mask: (text) => text.replaceAll(secret, maskText),
  find: (text) => {
    const found: { start: number; end: number }[] = [];
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      found.push({ start: at, end: at + secret.length });
    return found;
  },
  secretsMet: () => 1,
});
