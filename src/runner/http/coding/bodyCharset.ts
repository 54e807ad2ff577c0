import { decodeText, encodingOf } from '../../../base/text/charsets.ts';
import { streamKind } from '../../../base/events/streamKind.ts';

/** Bytes searched for an encoding declaration (WHATWG HTML §13.2.3.2). */
const declarationLength = 1024;

/** The encoding named by the `charset` parameter of a Content-Type (RFC 9110 §8.3.2); undefined if missing or unknown. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return encodingOfLabel(labelOf(contentType));
}

/** A warning if the `charset` of a Content-Type is unknown. */
export function charsetWarning(contentType: string | undefined): string | undefined {
  const label = labelOf(contentType);
  if (label === undefined || encodingOfLabel(label) !== undefined) return undefined;
  return `The charset ${JSON.stringify(label.slice(0, 100))} of the Content-Type is unknown: the text is read as UTF-8, or as the document declares.`;
}

function labelOf(contentType: string | undefined): string | undefined {
  const m = /;[ \t]*charset[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? '');
  return m?.[1] ?? m?.[2] ?? m?.[3];
}

/**
 * The encoding of a complete body: its BOM, else the header's charset, else the HTML or XML declaration, else UTF-8
 * (WHATWG Encoding §6.1: a BOM overrides everything else).
 */
export function charsetOfBody(bytes: Uint8Array, contentType: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Event streams are always UTF-8 (WHATWG HTML §9.2.5).
  if (streamKind(contentType) !== undefined) return 'utf-8';
  return charsetOf(contentType) ?? declared(bytes, contentType) ?? 'utf-8';
}

/** Decodes a complete body. Invalid bytes become U+FFFD; a BOM is removed. */
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
  // UTF-16 without a BOM, recognized by the XML declaration.
  if (start.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (start.startsWith('\0<\0?\0x')) return 'utf-16be';
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ??
    (isHtml ? /<meta\s(?:[^>]*?[\s"';/])?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(withoutComments(start))?.[1] : undefined);
  // WHATWG HTML §13.2.3.2.
  if (isHtml && label?.toLowerCase() === 'x-user-defined') return 'windows-1252';
  const encoding = encodingOfLabel(label);
  // A declaration that is readable as single bytes cannot be UTF-16.
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
