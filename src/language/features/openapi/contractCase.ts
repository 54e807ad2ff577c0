import type { TextEdit } from '../../edit.ts';

/** A request that the document does not allow. */
export interface ContractCase {
  /** What is sent, as a noun: `a body without the required "name"`. */
  readonly what: string;
  /** Edits that make it of the request. */
  readonly edits: readonly TextEdit[];
}
