/** Translations by English text; empty for English. */
let texts: Readonly<Record<string, string>> = {};

/** The locale of dates and times; undefined, for the system's locale, if texts are English. */
let language: string | undefined;

/**
 * Sets the translations. Call it before any text is shown.
 * @param spoken the language of the translations, `de` or `pt-br`, also used for dates and times
 */
export function useTexts(table: Readonly<Record<string, string>>, spoken?: string): void {
  texts = table;
  language = spoken;
}

/** `14:03:22`. @param time milliseconds since 1970 */
export const showClock = (time: number): string => new Date(time).toLocaleTimeString(language);

/** `26.11.2026, 14:03:22`. @param time milliseconds since 1970 */
export const showDateTime = (time: number): string => new Date(time).toLocaleString(language);

/** `26.11.2026`, or as the options say. @param time milliseconds since 1970 */
export const showDate = (time: number, options?: Intl.DateTimeFormatOptions): string =>
  new Date(time).toLocaleDateString(language, options);

/**
 * Translates a text and fills in `{0}`, `{1}`, …. The English text is the key and must be a literal, because
 * `scripts/l10n.mjs` collects the texts from the code. Call it when the text is needed, never while a module loads.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  return (texts[text] ?? text).replace(/\{(\d)\}/g, (mark, index: string) => String(values[Number(index)] ?? mark));
}

/** The singular or plural text for a number, which fills in `{0}`: `1 line`, `2,000 lines`. */
export function counted(n: number, one: string, many: string, ...others: readonly (string | number)[]): string {
  return t(n === 1 ? one : many, showCount(n), ...others);
}

/**
 * An integer with thousands separators: `1,234,567`. Other languages than English use thin spaces, because their comma may be a decimal
 * separator.
 */
export const showCount = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, language === undefined ? ',' : '\u202F');
