/** The texts that a person reads, in their language by the English ones; none in English. */
let texts: Readonly<Record<string, string>> = {};

/** Takes the texts of a person's language. To be called before anything is shown. */
export function useTexts(table: Readonly<Record<string, string>>): void {
  texts = table;
}

/**
 * A text in the person's language, `{0}` and so on filled in. The English one is its key, and a literal: the bundle of texts is
 * made from the code (`scripts/l10n.mjs`). To be called when the text is needed, never when a module is read.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (texts[text] ?? text).replace(/\{(\d)\}/g, (mark, index: string) => String(values[Number(index)] ?? mark));
}

/** One of two texts by a number, which is their `{0}`: `1 line`, `2,000 lines`. */
export function counted(n: number, one: string, many: string, ...others: readonly (string | number)[]): string {
  return t(n === 1 ? one : many, showCount(n), ...others);
}

/** A whole number: `1,234,567`. */
export const showCount = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
