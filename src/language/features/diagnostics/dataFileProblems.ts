import { diagnostic, type Diagnostic } from '../../diagnostic.ts';
import { contentOf, type DirectiveNode } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';
import { sharedKind } from '../../workspace/collection.ts';

const none: readonly never[] = [];

const directivesIn = cachePerBlock((_, block): readonly DirectiveNode[] => {
  const found = contentOf(block).directives.filter(({ name, argument }) => name.text === 'data' && argument !== undefined);
  return found.length === 0 ? none : found;
});

/** Reports data files that cannot be used. A missing file is reported as such. */
export function* dataFiles(view: FileView): Generator<Diagnostic> {
  const isShared = sharedKind(view.file) !== undefined;
  for (const [i, computed] of directivesIn(view.tree).computed.entries()) {
    if (computed.length === 0) continue;
    for (const { name, argument } of view.tree.blocks[i]?.directives ?? []) {
      if (name.text !== 'data' || argument === undefined || argument.text === 'none') continue;
      if (isShared) yield diagnostic('data-file', 'warning', argument, noEffect);
      const found = isShared ? undefined : view.data.get(argument.text);
      const kind = view.pathKind(resolvePath(folderOf(view.file), argument.text));
      if (found?.kind !== 'problem' || kind === 'missing' || kind === 'folder') continue;
      const { message, at, hint } = found.failure;
      const where = at === undefined ? '' : ` (line ${at.line})`;
      yield diagnostic('data-file', 'error', argument, `${message}${where}${hint === undefined ? '' : ` ${hint}`}`);
    }
  }
}

const noEffect = '@data has no effect here: write it in a request, or in the first block of a file with requests.';
