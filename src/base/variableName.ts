/** Converts a variable name of another client to a valid one. */
export function variableName(name: string): string {
  const clean = name
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_$.-]+/gu, '_')
    .replace(/\.{2,}|^\.|\.$/g, '_')
    .slice(0, 250);
  return /^[\p{N}\p{M}$.]|^$/u.test(clean) ? `_${clean.replace(/^\$/, '')}` : clean;
}
