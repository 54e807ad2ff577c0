import type { ReceivedExcerpt } from '../../../base/reqError.ts';
import { byteText } from '../http1/byteText.ts';

/** Bytes that are shown before what is wrong, and from it on. */
const mostBefore = 2048;
const mostAfter = 256;

/**
 * @param bytes the last that came
 * @param wrongAt the index in them of the byte that is wrong; undefined where none is
 * @param isBeginning nothing came before them
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
