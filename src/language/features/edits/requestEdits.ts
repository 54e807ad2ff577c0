import { lineBreakOf } from '../../../base/text/text.ts';
import type { FileEdits, TextEdit } from '../../edit.ts';
import { directiveOf, nameOf, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames } from '../navigation/collectionNames.ts';
import { requestOf } from '../structure/requests.ts';
import { freeName } from './movedName.ts';
import { rename, type RenameResult } from './rename.ts';
import { insertAt, pieceOf, pieceText, removePieces } from './requestPiece.ts';

/** Removes requests with their comments, assertions and scripts. Definitions at the top of the file stay. */
export const deleteRequests = (tree: DocumentTree, blocks: readonly RequestBlock[]): readonly TextEdit[] =>
  removePieces(
    tree,
    blocks.map((block) => pieceOf(tree, block)),
  );

/** Inserts a copy below a request. A name or title gets a number that is unused in the collection. */
export function duplicateRequest(view: FileView, block: RequestBlock): FileEdits {
  const { tree, file } = view;
  const copy = pieceText(tree, pieceOf(tree, block), freeNames(view, block), lineBreakOf(tree.text));
  return { file, edits: [insertAt(tree, block.range.end, [copy])] };
}

/** Edits that number the name and titles of a copied request, so that they are unique in the collection. */
export function freeNames(view: FileView, block: RequestBlock): readonly TextEdit[] {
  const { tree } = view;
  const names = collectionNames(view);
  const isTaken = (name: string): boolean =>
    names.everything(name).length > 0 || tree.blocks.some((b) => b.separator?.title?.text === name || directiveOf(b, 'title') === name);
  const directives = block.directives.flatMap(({ name, argument }) =>
    ['name', 'title'].includes(name.text) && argument !== undefined ? [argument] : [],
  );
  const written = [...directives, ...(block.separator?.title === undefined ? [] : [block.separator.title])];
  return written.map((span): TextEdit => ({
    range: { start: span.start, end: span.end },
    newText: freeName(span.text, isTaken),
  }));
}

/**
 * Changes the title that lists show. If it is also the name of the request, references in the collection change too. A request without a
 * title gets one.
 */
export function retitle(view: FileView, block: RequestBlock, title: string): RenameResult {
  const { tree, file } = view;
  if (title.trim() === '' || title !== title.trim() || /[\r\n]/.test(title) || /^[#=]/.test(title))
    return { refused: 'A title is one line, without spaces around it, and does not begin with # or =.' };
  const change = (edit: TextEdit): RenameResult => ({ files: [{ file, edits: [edit] }], unread: [] });
  const directive = block.directives.findLast((d) => d.name.text === 'title')?.argument;
  if (directive !== undefined) return change({ range: { start: directive.start, end: directive.end }, newText: title });
  const { separator } = block;
  const name = block.directives.findLast((d) => d.name.text === 'name')?.argument;
  if (separator?.title !== undefined && name !== undefined)
    return change({ range: { start: separator.title.start, end: separator.title.end }, newText: title });
  const named = separator?.title ?? name;
  if (named !== undefined) return rename(view, named.start, title);
  if (separator === undefined) {
    const { start } = pieceOf(tree, block).range;
    return change({ range: { start, end: start }, newText: `### ${title}${lineBreakOf(tree.text)}` });
  }
  const at = separator.range.start + (/^#+/.exec(tree.text.slice(separator.range.start, separator.range.end))?.[0].length ?? 0);
  return change({ range: { start: at, end: at }, newText: ` ${title}` });
}

/** The text that `retitle` changes; empty for a request that is listed by its URL. */
export const shownTitle = (tree: DocumentTree, block: RequestBlock): string =>
  nameOf(block) === '' && directiveOf(block, 'title') === undefined ? '' : requestOf(tree, block).title;
