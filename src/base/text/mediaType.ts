/** The parameters of a media type in lower case, without quotes: `version=1`. */
export const mediaTypeParameters = (written: string): readonly string[] =>
  written
    .toLowerCase()
    .split(';')
    .slice(1)
    .map((part) =>
      part
        .trim()
        .replaceAll('"', '')
        .replace(/(?<!\s)\s*=\s*/, '='),
    )
    .filter((part) => part !== '');
