/** Octets in which a document may declare its own encoding (WHATWG HTML §13.2.3.2). */
const declarationLength = 1024;

/** The `charset` parameter of a Content-Type (RFC 9110 §8.3.2) as an encoding's name; undefined where none, or none known, is named. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const m = /;[ \t]*charset[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? '');
  return encodingOf(m?.[1] ?? m?.[2] ?? m?.[3]);
}

/**
 * The encoding of a whole body: its BOM, else the header's charset, else what an HTML or XML document declares, else UTF-8
 * (WHATWG Encoding §6.1: a BOM is more right than anything).
 */
export function charsetOfBody(bytes: Uint8Array, contentType: string | undefined): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return charsetOf(contentType) ?? declared(bytes, contentType) ?? 'utf-8';
}

/** A whole body as text; octets that are no text become U+FFFD, and a BOM is taken away. */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): string {
  return new TextDecoder(charsetOfBody(bytes, contentType)).decode(bytes);
}

function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function declared(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const isXml = type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
  if (!isHtml && !isXml) return undefined;
  const start = Buffer.from(bytes.subarray(0, declarationLength)).toString('latin1');
  const label =
    (isXml ? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] : undefined) ??
    (isHtml ? /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] : undefined);
  const encoding = encodingOf(label);
  // A declaration that can be read octet by octet is not UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding;
}
