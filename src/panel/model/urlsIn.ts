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
