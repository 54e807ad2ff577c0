/** A URL within a text, by UTF-16 offsets. */
export interface UrlPlace {
  readonly start: number;
  readonly end: number;
}

/** The URL references in a header's value: `Location` and `Content-Location` have one, `Link` one or more in `<>` (RFC 8288). */
export function urlsInHeader(name: string, value: string): readonly UrlPlace[] {
  const header = name.toLowerCase();
  if (header === 'location' || header === 'content-location') return value === '' ? [] : [{ start: 0, end: value.length }];
  if (header !== 'link') return [];
  return Array.from(value.matchAll(/<([^<>\s]+)>/g), ({ index, 0: text }) => ({ start: index + 1, end: index + text.length - 1 }));
}

/** Whether a line of formatted JSON has an absolute URL as its value. */
export const hasUrl = (line: string): boolean => /(?:^|\s)"https?:(?:\/|\\\/){2}[^"\s]+",?$/.test(line);

/** Whether a JSON string token is an absolute URL. */
export const isUrlToken = (token: string): boolean => /^"https?:(?:\/|\\\/){2}[^"\s]+"$/.test(token);

const absolute = /\bhttps?:\/\/[^\s"'<>`{}|\\^]+/gi;
/** Marks that end the sentence around a URL. */
const closing = /[.,;:!?*_~\]]+$/;

/** The absolute URLs in a text. Marks after a URL are not part of it, nor is a `)` without its `(`. */
export function urlsInText(text: string): readonly UrlPlace[] {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(absolute), ({ index, 0: found }) => {
    let url = found.replace(closing, '');
    while (url.endsWith(')') && url.split('(').length < url.split(')').length) url = url.slice(0, -1).replace(closing, '');
    return { start: index, end: index + url.length };
  }).filter(({ start, end }) => URL.canParse(text.slice(start, end)));
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** A URL as written in XML or HTML, without its character references. */
export const urlOfMarkup = (written: string): string =>
  written.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
