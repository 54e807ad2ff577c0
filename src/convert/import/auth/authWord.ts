import { asTemplate, RawTexts } from '../../text/literalText.ts';
import { piecesOf } from '../../text/marks.ts';
import type { HeaderDraft } from '../draft.ts';
import type { AddNote } from '../importResult.ts';

/** The authentication of an imported request. */
export interface SignIn {
  readonly directives: readonly string[];
  readonly headers?: readonly HeaderDraft[];
}

/** Writes a marked text as one word of `# @auth`. */
export function authWord(text: string, addNote: AddNote): string {
  const written = asTemplate(text.replace(/[\r\n]+/g, ' '), new RawTexts(''));
  // Placeholders need no quotes, whatever they contain.
  const bare = piecesOf(written)
    .filter((p) => p.kind === 'text')
    .map((p) => p.text)
    .join('')
    .replace(/\{\{[^{}]*\}\}/g, '');
  if (written.includes('{{[') || (/"/.test(bare) && /'/.test(bare) && /\s/.test(bare)))
    addNote('warning', 'A credential cannot be written as it is: put it into a variable.');
  if (written !== '' && !/[\s"']/.test(bare)) return written;
  return bare.includes('"') ? `'${written}'` : `"${written}"`;
}
