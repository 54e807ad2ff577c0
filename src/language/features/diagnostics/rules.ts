import type { Diagnostic } from '../../diagnostic.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { KnownRequest } from './knownRequest.ts';

export interface BlockInput {
  readonly view: FileView;
  readonly block: Block;
  /** Scope and values of the block, evaluated lazily because most blocks need none. */
  readonly look: () => PreviewContext;
  /** The request as far as it is known before sending; undefined for a block without one. Resolved lazily. */
  readonly request: () => KnownRequest | undefined;
}

/**
 * Reports problems of one block. It may depend on the block, on `look` and `request`, on the collection, on variables that
 * scripts set, and on workspace trust. Rules that depend on other blocks or files are file rules. All ranges must be in the
 * block.
 */
export type BlockRule = (input: BlockInput) => Iterable<Diagnostic>;

export type FileRule = (view: FileView) => Iterable<Diagnostic>;
