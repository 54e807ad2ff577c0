import type { TextPart } from '../../../syntax/template.ts';
import type { Variable } from '../../variables/variables.ts';

interface InsertedPiece {
  readonly kind: 'inserted';
  readonly text: string;
  readonly value: string;
  /** The definition that contains the placeholder; undefined if the URL itself does. */
  readonly owner: Variable | undefined;
}

/**
 * A piece of a text composed by definitions: literal text from the file, or an inserted value. Pieces end at the first literal `/`,
 * `?` or `#`, which ends the host of any URL into which the text is inserted. `unread` replaces the rest of a text that is too long.
 */
export type HostPiece = Pick<TextPart, 'kind' | 'text'> | InsertedPiece | { readonly kind: 'unread'; readonly text: '' };
