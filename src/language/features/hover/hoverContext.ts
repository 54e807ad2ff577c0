import type { Range } from '../../../base/text/text.ts';
import type { DiagnosticId } from '../../diagnostic.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';

export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

/** Returns a link to a line (from 1) of a file. */
export type LinkTo = (file: string, line: number) => string;

export interface HoverContext {
  readonly view: FileView;
  readonly block: Block;
  readonly looking: PreviewContext;
  readonly link: LinkTo | undefined;
  readonly now: number;
  /** Whether the editor shows this problem next to the hover. */
  readonly isReported: (id: DiagnosticId, range: Range) => boolean;
}
