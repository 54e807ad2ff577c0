import { wordOfAuth } from '../../text/authWord.ts';
import type { HeaderDraft } from '../draft.ts';
import type { AddNote } from '../importResult.ts';

/** The authentication of an imported request. */
export interface SignIn {
  readonly directives: readonly string[];
  readonly headers?: readonly HeaderDraft[];
}

/** Writes a marked text as one word of `# @auth`. */
export const authWord = (text: string, addNote: AddNote): string => wordOfAuth(text, (message) => addNote('warning', message));
