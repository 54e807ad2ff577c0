import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import { byteText } from '../http1/byteText.ts';

/** Bytes shown before the wrong byte, and from it on. */
const mostBefore = 2048;
const mostAfter = 256;

/**
 * Cuts an excerpt around the wrong byte, with `…` where bytes are left out. Undefined if nothing was received.
 * @param bytes the last received bytes
 * @param wrongAt index in `bytes` of the wrong byte, if there is one
 * @param isBeginning `bytes` starts at the first byte of the response
 */
export function receivedExcerpt(bytes: Buffer, wrongAt: number | undefined, isBeginning: boolean): ReceivedExcerpt | undefined {
  if (bytes.length === 0) return undefined;
  const at = Math.min(wrongAt ?? bytes.length, bytes.length);
  const from = Math.max(0, at - mostBefore);
  const to = Math.min(bytes.length, at + mostAfter);
  const before = (isBeginning && from === 0 ? '' : '…') + byteText(bytes.subarray(from, at));
  const text = before + byteText(bytes.subarray(at, to)) + (to < bytes.length ? '…' : '');
  return { text, wrongAt: wrongAt === undefined ? undefined : before.length };
}
