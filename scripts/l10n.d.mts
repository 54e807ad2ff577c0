export const bundleFile: string;
/** The texts of the code, and what is wrong with some of them. */
export function readTexts(): Promise<{ readonly texts: readonly string[]; readonly problems: readonly string[] }>;
/** The same of one source. */
export function readSource(
  file: string,
  source: string,
): Promise<{ readonly texts: readonly string[]; readonly problems: readonly string[] }>;
export function bundleOf(texts: readonly string[]): string;
/** Differences between English and a translation, as keys. */
export interface TranslationDifferences {
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Placeholders, code spans, links or icons differ. */
  readonly changed: readonly string[];
  /** The translation is the English text. */
  readonly same: readonly string[];
}
/** The differences of each translation in the repository. */
export function readTranslations(): readonly (TranslationDifferences & { readonly file: string })[];
/** The differences of one translation. */
export function compareTranslation(
  english: readonly (readonly [key: string, text: string])[],
  translation: Readonly<Record<string, string>>,
): TranslationDifferences;
