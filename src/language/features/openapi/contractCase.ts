import type { TextEdit } from '../../edit.ts';

/** A request that the document does not allow. */
export interface ContractCase {
  /** A noun phrase for the sent case: `a body without the required "name"`. */
  readonly what: string;
  /** Edits that change the request to this case. */
  readonly edits: readonly TextEdit[];
}
