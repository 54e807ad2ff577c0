import type { CurlLines } from './fileFacts.ts';

/**
 * Converts a curl command whose placeholders the client fills in before curl reads it. Words stand in for them while the command is read,
 * because braces mean something else to a shell and to curl.
 * @param filled translates a placeholder of a line of the command
 */
export function curlWithPlaceholders(
  lines: readonly string[],
  curl: CurlLines,
  filled: (placeholder: string, line: number) => string,
): ReturnType<CurlLines> {
  const whole = lines.join('\n');
  const stand = standIn(whole);
  const found: { readonly text: string; readonly startsUrl: boolean }[] = [];
  const command = lines
    .map((line, at) =>
      line.replace(/\{\{[^{}]*\}\}/g, (placeholder, offset: number) => {
        found.push({ text: filled(placeholder, at), startsUrl: !line.slice(0, offset).endsWith('://') });
        return `${stand}${found.length - 1}z`;
      }),
    )
    .join('\n');
  const read = curl(command);
  if (read === undefined) return undefined;
  const back = (text: string): string =>
    text.replace(new RegExp(`(http://)?${stand}(\\d+)z`, 'g'), (_, scheme: string | undefined, n: string) => {
      const { text: placeholder, startsUrl } = found[Number(n)] ?? { text: '', startsUrl: false };
      // curl adds a scheme to a URL that begins with a word; the value can have one.
      return startsUrl ? placeholder : `${scheme ?? ''}${placeholder}`;
    });
  // REST Client follows redirects of a command too.
  const text = read.text.replace(/^# @no-redirect\n/m, '');
  return { text: back(withCredentials(text, stand)), notes: read.notes.map(back) };
}

/** Writes credentials of `-u` with a placeholder as a variable, because they are encoded when they are sent. */
function withCredentials(text: string, stand: string): string {
  let user = '';
  const written = text.replace(/^(authorization: Basic )([A-Za-z0-9+/=]+)$/im, (whole, start: string, encoded: string) => {
    const read = decoded(encoded);
    if (read?.includes(stand) !== true) return whole;
    user = read;
    return `${start}{{curlUser | base64}}`;
  });
  return user === '' ? text : `@curlUser = ${user}\n${written}`;
}

/** Undefined for a text that is not Base64, such as `-H 'Authorization: Basic token'`. */
function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** A word that the text does not have. */
function standIn(text: string): string {
  for (let n = 0; ; n++) if (!text.includes(`placeholder${n}x`)) return `placeholder${n}x`;
}
