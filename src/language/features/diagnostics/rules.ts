import type { Diagnostic } from '../../diagnostic.ts';
import type { Looking } from '../../semantics/lookOnly.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

/** What a rule looks at: one block in its file. */
export interface BlockInput {
  readonly view: FileView;
  readonly block: Block;
  /** Scope and values of the block, made when first asked for: most blocks need none. */
  readonly look: () => Looking;
}

/**
 * Says what is wrong with one block. It may look at the block, at what the block sees by `look`, and at the collection; what
 * depends on the file's other blocks otherwise is a rule per file.
 */
export type BlockRule = (input: BlockInput) => Iterable<Diagnostic>;

/** Says what is wrong between the blocks of a file, or between files. */
export type FileRule = (view: FileView) => Iterable<Diagnostic>;
