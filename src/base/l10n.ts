/** Translations by English text; empty for English. */
let texts: Readonly<Record<string, string>> = {};

/** Sets the translations. Call it before any text is shown. */
export function useTexts(table: Readonly<Record<string, string>>): void {
  texts = table;
}

/**
 * Translates a text and fills in `{0}`, `{1}`, …. The English text is the key and must be a literal, because
 * `scripts/l10n.mjs` collects the texts from the code. Call it when the text is needed, never while a module loads.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (texts[text] ?? text).replace(/\{(\d)\}/g, (mark, index: string) => String(values[Number(index)] ?? mark));
}

/** The singular or plural text for a number, which is its `{0}`: `1 line`, `2,000 lines`. */
export function counted(n: number, one: string, many: string, ...others: readonly (string | number)[]): string {
  return t(n === 1 ? one : many, showCount(n), ...others);
}

/** An integer with thousands separators: `1,234,567`. */
export const showCount = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
