import fs from 'node:fs';
import path from 'node:path';

/** A language with every text in ⟦ ⟧: text without these marks is not translated. */
export function markedTexts(): Readonly<Record<string, string>> {
  const bundle = path.resolve(import.meta.dirname, '../../l10n/bundle.l10n.json');
  const texts = Object.keys(JSON.parse(fs.readFileSync(bundle, 'utf8')) as Readonly<Record<string, string>>);
  return Object.fromEntries(texts.map((text) => [text, `⟦${text}⟧`]));
}
