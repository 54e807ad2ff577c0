import { decodeText, encodingOf } from '../../../base/charsets.ts';
import { streamKind } from '../../stream/kind.ts';

/** Bytes in which a document may declare its own encoding (WHATWG HTML §13.2.3.2). */
const declarationLength = 1024;

/** The `charset` parameter of a Content-Type (RFC 9110 §8.3.2) as an encoding's name; undefined where none, or none known, is named. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return encodingOfLabel(labelOf(contentType));
}

/** Why the text is not read as its Content-Type says; undefined where it is. */
export function charsetWarning(contentType: string | undefined): string | undefined {
  const label = labelOf(contentType);
  if (label === undefined || encodingOfLabel(label) !== undefined) return undefined;
  return `The charset ${JSON.stringify(label.slice(0, 100))} of the Content-Type is not known: the text is read as UTF-8, or as it says itself.`;
}

function labelOf(contentType: string | undefined): string | undefined {
  const m = /;[ \t]*charset[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? '');
  return m?.[1] ?? m?.[2] ?? m?.[3];
}

/**
 * The encoding of a whole body: its BOM, else the header's charset, else what an HTML or XML document declares, else UTF-8
 * (WHATWG Encoding §6.1: a BOM is more right than anything).
 */
export function charsetOfBody(bytes: Uint8Array, contentType: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Streams are UTF-8 whatever is said (WHATWG HTML §9.2.5).
  if (streamKind(contentType) !== undefined) return 'utf-8';
  return charsetOf(contentType) ?? declared(bytes, contentType) ?? 'utf-8';
}

/** A whole body as text; bytes that are no text become U+FFFD, and a BOM is taken away. */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): string {
  return decodeText(bytes, charsetOfBody(bytes, contentType));
}

const encodingOfLabel = (label: string | undefined): string | undefined => (label === undefined ? undefined : encodingOf(label));

function declared(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const isXml = type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
  if (!isHtml && !isXml) return undefined;
  const start = Buffer.from(bytes.subarray(0, declarationLength)).toString('latin1');
  // Without a BOM the first bytes of an XML declaration tell UTF-16.
  if (start.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (start.startsWith('\0<\0?\0x')) return 'utf-16be';
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ??
    (isHtml ? /<meta\s(?:[^>]*?[\s"';/])?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(withoutComments(start))?.[1] : undefined);
  // WHATWG HTML §13.2.3.2.
  if (isHtml && label?.toLowerCase() === 'x-user-defined') return 'windows-1252';
  const encoding = encodingOfLabel(label);
  // A declaration that can be read byte by byte is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding;
}

function withoutComments(html: string): string {
  let out = '';
  for (let at = 0; ;) {
    const start = html.indexOf('<!--', at);
    if (start < 0) return out + html.slice(at);
    out += html.slice(at, start);
    const stop = html.indexOf('-->', start + 2);
    if (stop < 0) return out;
    at = stop + 3;
  }
}
