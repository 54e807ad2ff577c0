import { maskText } from '../../base/masks/mask.ts';
import { hexLine } from '../../base/text/hexLine.ts';
import { t } from '../../base/l10n.ts';
import { beginningOfRegular } from '../../files/read.ts';
import type { RunEvent } from '../../runner/index.ts';
import { maskedBytes, type Hiding } from './hiding.ts';

/** The event with a sent message, already masked. */
export type Sent = Extract<RunEvent, { readonly kind: 'sending' }>;

const mostBytes = 64 * 1024;
/** More bytes to read, for a secret that crosses the end. */
const around = 4096;

/** A hex dump of the sent message: the head, then the body. Files are read again. */
export async function sentBytes(
  { request, body }: Sent,
  hiding: Hiding,
): Promise<{ readonly lines: readonly string[]; readonly note: string | null }> {
  const parts: Uint8Array[] = [Buffer.from(hiding.mask(request.head ?? ''))];
  let size = parts[0]?.length ?? 0;
  let note =
    request.head === undefined ? t('The head of an HTTP/2 message is compressed and not shown; these are the bytes of the body.') : null;
  // A redirect may drop the body.
  for (const part of request.bodySize === 0 ? [] : body) {
    if (size >= mostBytes) break;
    try {
      const bytes =
        part.kind === 'text'
          ? Buffer.from(hiding.mask(part.text))
          : maskedBytes(await beginningOfRegular(part.path, mostBytes - size + around), hiding.find);
      parts.push(bytes);
      size += bytes.length;
    } catch (e) {
      note = t('{0} can no longer be read: {1}', part.kind === 'file' ? part.path : '', e instanceof Error ? e.message : String(e));
      break;
    }
  }
  const all = Buffer.concat(parts);
  if (all.length > mostBytes) note = t('Only the first {0} bytes are shown.', mostBytes);
  const shown = all.subarray(0, mostBytes);
  const hidden = hiddenIn(shown);
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += 16) lines.push(hexLine(at, shown.subarray(at, at + 16), (i) => hidden.has(at + i)));
  return { lines, note: note === null ? null : hiding.mask(note) };
}

/** Offsets of mask characters, which were not sent. */
function hiddenIn(bytes: Buffer): ReadonlySet<number> {
  const hidden = new Set<number>();
  const mask = Buffer.from(maskText);
  for (let at = bytes.indexOf(mask); at >= 0; at = bytes.indexOf(mask, at + mask.length))
    for (let i = 0; i < mask.length; i++) hidden.add(at + i);
  return hidden;
}
