import type { TextPart } from '../../syntax/template.ts';
import type { Variable } from '../variables/variables.ts';

/** A value that a text inserts. */
interface InsertedPiece {
  readonly kind: 'inserted';
  /** The placeholder as it is written. */
  readonly text: string;
  readonly value: string;
  /** The definition that contains the placeholder; undefined where the URL itself does. */
  readonly owner: Variable | undefined;
}

/**
 * A text as its definitions write it, those that they name included: the author's characters and the values between them, up to the
 * first written `/`, `?` or `#`, which ends the host of any URL that it is inserted into.
 */
export type HostPiece = Pick<TextPart, 'kind' | 'text'> | InsertedPiece | { readonly kind: 'unread'; readonly text: '' };
