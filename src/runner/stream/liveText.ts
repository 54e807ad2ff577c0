import { headerValue } from '../../base/text/headerValue.ts';
import type { Header } from '../../language/index.ts';
import { charsetOf } from '../http/coding/bodyCharset.ts';

/** Documents, which are formatted as a whole, and event streams, which have events. */
const notLive = /^text\/(?:event-stream|html|xml|css|(?:java|ecma)script)$/;

/** UTF-8, and encodings of one byte a character: their pieces can be decoded one by one. */
const decodedInPieces = /^(?:utf-8|ibm866|koi8-[ru]|macintosh|iso-8859-\d+i?|windows-\d+|x-mac-cyrillic|x-user-defined)$/;

/** Whether a body is text of unknown length (`text/plain` and similar), which may be shown while it arrives. */
export function isLiveText(headers: readonly Header[]): boolean {
  const valueOf = (name: string): string | undefined => headerValue(headers, name);
  const contentType = valueOf('content-type');
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!type.startsWith('text/') || notLive.test(type) || valueOf('content-length') !== undefined) return false;
  return decodedInPieces.test(charsetOf(contentType) ?? 'utf-8');
}
