import { visibleLines } from '../../base/visible.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What XML 1.0 has no place for (§2.2), not even escaped. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Text as content of XML or HTML. Characters that would act, or that neither may hold, are shown as signs. On standard output no line of it is a
 * command of GitHub Actions.
 */
export function escapeMarkup(text: string): string {
  return visibleLines(text)
    .replace(illegal, (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replace(/[&<>"']/g, (c) => entities[c] ?? c)
    .replace(/^(\s*)::/gm, '$1&#58;:')
    .replaceAll('##[', '##&#91;');
}

/** Text as the value of an attribute in double quotes: line breaks stay line breaks. */
export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;');
}
