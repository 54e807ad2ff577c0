/** Writes a line as a comment that is not a directive. */
export const commented = (line: string): string =>
  `# ${line
    .trim()
    .replace(/^(?:#|\/\/)\s*/, '')
    .replace(/^@/, '(@)')}`.trimEnd();

/** Reads a comment in slashes and asterisks that begins in line `from`, as comment lines. Undefined if it has no end. */
export function blockComment(
  lines: readonly string[],
  from: number,
): { readonly comments: readonly string[]; readonly last: number } | undefined {
  const last = lines.findIndex((l, i) => i >= from && /\*\/\s*$/.test(l));
  if (last < 0) return undefined;
  const texts = lines.slice(from, last + 1).map((l) =>
    l
      .replace(/\*+\/\s*$/, '')
      .replace(/^\s*(?:\/\*+|\*)/, '')
      .trim(),
  );
  return { comments: texts.filter((t) => t !== '').map(commented), last };
}
