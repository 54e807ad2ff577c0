import { movedRange, type Range } from '../../../base/text/text.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { mentionedFile } from '../../workspace/mentionedFile.ts';
import { folderOf } from '../../workspace/workspacePaths.ts';
import { fileMentions, type FileMention } from '../../semantics/request/fileMentions.ts';

/** A link to a file (absolute path) or to a URL. */
export type DocumentLink =
  | { readonly kind: 'file'; readonly range: Range; readonly file: string }
  | { readonly kind: 'url'; readonly range: Range; readonly url: string };

const wholeUrl = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;
const closing = '.,;:!?)]*';

interface Named {
  readonly paths: readonly { readonly range: Range; readonly mention: FileMention }[];
  readonly urls: readonly { readonly range: Range; readonly url: string }[];
}

const namedIn = cachePerBlock(readLinks, (named, by) => {
  const move = <T extends { readonly range: Range }>(x: T): T => ({ ...x, range: movedRange(x.range, by) });
  return named && { paths: named.paths.map(move), urls: named.urls.map(move) };
});

function readLinks(tree: DocumentTree, block: Block): Named | undefined {
  const paths = fileMentions(block).flatMap((mention) =>
    mention.path.text.includes('{{') ? [] : { range: { start: mention.path.start, end: mention.path.end }, mention },
  );
  const urls = block.nodes.flatMap((node) => {
    if (node.kind === 'comment' || node.kind === 'directive') return [...urlsIn(tree.text, node.range)];
    // The value of a placeholder is known only when the request is sent.
    const isWhole = node.kind === 'request-line' && block.continuations.length === 0 && !node.target.text.includes('{');
    return isWhole ? [...urlsIn(tree.text, node.target)] : [];
  });
  return paths.length + urls.length === 0 ? undefined : { paths, urls };
}

/** Links to existing body files, scripts and saved responses, and whole URLs in comments, directives and request lines. */
export function documentLinks(view: FileView): readonly DocumentLink[] {
  const { tree, file } = view;
  const folder = folderOf(file);
  const links: DocumentLink[] = [];
  for (const named of namedIn(tree)) {
    if (named === undefined) continue;
    for (const { range, mention } of named.paths) {
      const { file: target, kind } = mentionedFile(mention, folder, view.pathKind);
      if (kind === 'file') links.push({ kind: 'file', range, file: target });
    }
    for (const { range, url } of named.urls) links.push({ kind: 'url', range, url });
  }
  return links;
}

function* urlsIn(text: string, { start, end }: Range): Generator<{ readonly range: Range; readonly url: string }> {
  for (const m of text.slice(start, end).matchAll(wholeUrl)) {
    let length = m[0].length;
    while (closing.includes(m[0].charAt(length - 1))) length--;
    const from = start + m.index;
    yield { range: { start: from, end: from + length }, url: m[0].slice(0, length) };
  }
}
