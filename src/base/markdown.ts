/** A text as a line of Markdown that also reads well as it stands: what means nothing there is not escaped. */
export function markdownLine(text: string): string {
  const line = text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/[\\`*[\]<>]/g, '\\$&');
  // Within words, and alone, it is no emphasis.
  const loose = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;
  return (line.match(loose)?.length ?? 0) < 2 ? line : line.replace(loose, (found) => found.replaceAll('_', '\\_'));
}
