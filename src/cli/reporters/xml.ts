import { visibleLines } from '../../base/text/visible.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Characters that XML 1.0 does not allow (§2.2), even escaped. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML or HTML content. Control characters and illegal ones become visible. Lines cannot be GitHub Actions commands. */
export function escapeMarkup(text: string): string {
  return visibleLines(text)
    .replace(illegal, (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
    .replace(/[&<>"']/g, (c) => entities[c] ?? c)
    .replace(/^(\s*)::/gm, '$1&#58;:')
    .replaceAll('##[', '##&#91;');
}

export function escapeAttribute(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;');
}
