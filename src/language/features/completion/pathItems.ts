import type { Range } from '../../../base/text/text.ts';
import { folderOf, join, resolvePath } from '../../workspace/workspacePaths.ts';
import type { FileView } from '../../workspace/fileView.ts';
import type { FileMention } from '../../semantics/request/fileMentions.ts';
import { visibleText } from '../../../base/text/visible.ts';
import type { CompletionItem } from './item.ts';
import { mostItems } from './variableItems.ts';

/** Lists the entries of a folder (absolute path); an empty list if it does not exist. */
export type ReadFolder = (folder: string) => Promise<readonly FolderEntry[]>;

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

/** File names allowed for each kind of path; undefined allows any. */
const endings: Partial<Readonly<Record<FileMention['kind'], RegExp>>> = {
  script: /\.[cm]?js$/,
  certificate: /\.(?:pem|crt|cer|key|pfx|p12)$/i,
  key: /\.(?:pem|key|p8|jwk|json|txt)$/i,
  schema: /\.(?:json|ya?ml)$/i,
  graphql: /\.(?:graphqls?|gql|json)$/i,
  data: /\.(?:csv|json|jsonl|ndjson)$/i,
};

export async function pathItems(
  view: FileView,
  offset: number,
  of: FileMention['kind'],
  range: Range,
  readFolder: ReadFolder,
): Promise<CompletionItem[]> {
  const { text } = view.tree;
  const typed = text.slice(range.start, offset);
  if (typed.includes('{{')) return [];
  const slash = typed.lastIndexOf('/') + 1;
  const own = folderOf(view.file);
  const folder = slash === 0 ? own : resolvePath(own, typed.slice(0, slash));
  const next = text.slice(offset, range.end).indexOf('/');
  const last = { start: range.start + slash, end: next < 0 ? range.end : offset + next };
  // A path without a folder gets `./`.
  const lead = slash === 0 ? './' : '';
  const dots = slash === 0 && typed.startsWith('.');
  const items: CompletionItem[] = [];
  const push = (name: string, kind: FolderEntry['kind'], insertText: string, rank: number): void => {
    items.push({
      label: kind === 'folder' ? `${name}/` : name,
      kind,
      insertText: kind === 'folder' && next < 0 ? `${insertText}/` : insertText,
      range: last,
      filterText: dots ? insertText : name,
      rank,
      again: kind === 'folder',
    });
  };
  for (const { name, kind } of await readFolder(folder)) {
    if (items.length >= mostItems) break;
    if (name === 'node_modules' || (name.startsWith('.') && !typed.slice(slash).startsWith('.')) || visibleText(name) !== name) continue;
    if (kind === 'file' && (endings[of]?.test(name) === false || join(folder, name) === view.file)) continue;
    push(name, kind, lead + name, kind === 'folder' ? 1 : 0);
  }
  items.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.label < b.label ? -1 : 1));
  if (slash === 0 || /(?:^|\/)\.\.\/$/.test(typed.slice(0, slash))) push('..', 'folder', '..', 2);
  return items;
}
