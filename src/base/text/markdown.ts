/** A text as one line of Markdown. Only characters with a meaning are escaped, so the source stays readable. */
export function markdownLine(text: string): string {
  const line = text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/[\\`*[\]<>]/g, '\\$&');
  // A single underscore, or one inside a word, is not emphasis.
  const loose = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;
  return (line.match(loose)?.length ?? 0) < 2 ? line : line.replace(loose, (found) => found.replaceAll('_', '\\_'));
}
