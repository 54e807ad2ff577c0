/** The file made. */
export const bundleFile: string;
/** The texts of the code, and what is wrong with some of them. */
export function readTexts(): Promise<{ readonly texts: readonly string[]; readonly problems: readonly string[] }>;
/** The same of one source. */
export function readSource(
  file: string,
  source: string,
): Promise<{ readonly texts: readonly string[]; readonly problems: readonly string[] }>;
/** What the file holds. */
export function bundleOf(texts: readonly string[]): string;
