import { asTemplate, RawTexts } from './literalText.ts';
import { piecesOf } from './marks.ts';

/**
 * Writes a marked text as one word of `# @auth`.
 * @param warn receives the message for a text that no word can contain
 */
export function wordOfAuth(text: string, warn: (message: string) => void): string {
  const written = asTemplate(text.replace(/[\r\n]+/g, ' '), new RawTexts(''));
  // Placeholders need no quotes, whatever they contain.
  const bare = piecesOf(written)
    .filter((p) => p.kind === 'text')
    .map((p) => p.text)
    .join('')
    .replace(/\{\{[^{}]*\}\}/g, '');
  if (written.includes('{{[') || (/"/.test(bare) && /'/.test(bare) && /\s/.test(bare)))
    warn('A credential cannot be written as it is: put it into a variable.');
  if (written !== '' && !/[\s"']/.test(bare)) return written;
  return bare.includes('"') ? `'${written}'` : `"${written}"`;
}
