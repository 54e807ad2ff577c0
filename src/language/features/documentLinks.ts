import type { Range } from '../../base/text.ts';
import type { FileView } from '../workspace/fileView.ts';
import { folderOf, resolvePath } from '../workspace/paths.ts';
import { fileMentions } from './fileMentions.ts';

/** A place that leads somewhere: to a file (absolute path) or to a URL. */
export type DocumentLink =
  | { readonly kind: 'file'; readonly range: Range; readonly file: string }
  | { readonly kind: 'url'; readonly range: Range; readonly url: string };

const url = /https?:\/\/[^\s<>"'`{}|\\^]+/gi;
const closing = '.,;:!?)]*';

/** Body files, scripts and saved responses that are there, and whole URLs in comments, directives and request lines. */
export function documentLinks(view: FileView): readonly DocumentLink[] {
  const { tree, file } = view;
  const folder = folderOf(file);
  const links: DocumentLink[] = [];
  for (const block of tree.blocks) {
    for (const { path } of fileMentions(block)) {
      if (path.text.includes('{{')) continue;
      const target = resolvePath(folder, path.text);
      if (view.pathKind(target) === 'file') links.push({ kind: 'file', range: { start: path.start, end: path.end }, file: target });
    }
    for (const node of block.nodes) {
      if (node.kind === 'comment' || node.kind === 'directive') links.push(...urlsIn(tree.text, node.range));
      // What a placeholder fills is known only when it is sent.
      else if (node.kind === 'request-line' && block.continuations.length === 0 && !node.target.text.includes('{'))
        links.push(...urlsIn(tree.text, node.target));
    }
  }
  return links;
}

function* urlsIn(text: string, { start, end }: Range): Generator<DocumentLink> {
  for (const m of text.slice(start, end).matchAll(url)) {
    let length = m[0].length;
    while (closing.includes(m[0].charAt(length - 1))) length--;
    const from = start + m.index;
    yield { kind: 'url', range: { start: from, end: from + length }, url: m[0].slice(0, length) };
  }
}
