import type { Diagnostic } from '../../diagnostic.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { KnownRequest } from './knownRequest.ts';

/** What a rule looks at: one block in its file. */
export interface BlockInput {
  readonly view: FileView;
  readonly block: Block;
  /** Scope and values of the block, made when first asked for: most blocks need none. */
  readonly look: () => PreviewContext;
  /** What would be sent, as far as it is known without sending; undefined for a block that sends nothing. Made when first asked for. */
  readonly request: () => KnownRequest | undefined;
}

/**
 * Says what is wrong with one block. It may look at the block, at what the block sees by `look` and `request`, at the
 * collection, at what scripts set, and at whether the workspace is trusted; what depends on the file's other blocks otherwise,
 * or on other files, is a rule per file. It tells no places but those of the block.
 */
export type BlockRule = (input: BlockInput) => Iterable<Diagnostic>;

/** Says what is wrong between the blocks of a file, or between files. */
export type FileRule = (view: FileView) => Iterable<Diagnostic>;
