import type { Block, HeaderNode } from '../../syntax/nodes.ts';
import type { FilledDirective, TemplateText } from './requestSource.ts';

/** A shared block around a request: a `collection.req`, a `folder.req`, or the file's own first block without a request. */
export interface SharedBlock {
  readonly block: Block;
  /** Absolute path. */
  readonly file: string;
  readonly headers: readonly {
    readonly node: HeaderNode;
    readonly nameText: TemplateText | undefined;
    readonly values: readonly TemplateText[];
  }[];
  readonly auth: { readonly text: TemplateText; readonly file: string; readonly line: number } | undefined;
  readonly filled: readonly FilledDirective[];
}
