import type { Came } from '../../../base/reqError.ts';
import { octetText } from '../http1/byteText.ts';

/** Octets that are shown before what is wrong, and from it on. */
const mostBefore = 2048;
const mostAfter = 256;

/**
 * @param octets the last that came
 * @param wrongAt the index in them of the octet that is wrong; undefined where none is
 * @param isBeginning nothing came before them
 */
export function cameOf(octets: Buffer, wrongAt: number | undefined, isBeginning: boolean): Came | undefined {
  if (octets.length === 0) return undefined;
  const at = Math.min(wrongAt ?? octets.length, octets.length);
  const from = Math.max(0, at - mostBefore);
  const to = Math.min(octets.length, at + mostAfter);
  const before = (isBeginning && from === 0 ? '' : '…') + octetText(octets.subarray(from, at));
  const text = before + octetText(octets.subarray(at, to)) + (to < octets.length ? '…' : '');
  return { text, wrongAt: wrongAt === undefined ? undefined : before.length };
}
