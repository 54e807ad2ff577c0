import { decodeUtf8 } from '../../base/text/utf8.ts';

/** Whether the first bytes of a body may be text: of another charset than UTF-8, or valid UTF-8 without NUL. */
export function looksLikeText(bytes: Uint8Array, contentType: string): boolean {
  if (/;\s*charset=(?!"?utf-?8)/i.test(contentType)) return true;
  if (bytes.includes(0)) return false;
  const text = decodeUtf8(bytes);
  // The last character may be cut.
  return text.ok || text.offset > bytes.length - 4;
}
