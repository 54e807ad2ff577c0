import { applyEdits, type TextEdit } from '../../edit.ts';
import { namedApi } from '../../semantics/api/apiDirective.ts';
import { operationName, type ApiIndex } from '../../semantics/api/apiIndex.ts';
import { contentOf, isRequest } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { folderOf } from '../../workspace/workspacePaths.ts';
import { apiUpdates, groupOf, newRequests, withRequests, type ApiUpdate } from './apiUpdates.ts';

/** A change that adapts a request to its document, in one file. */
export interface OfferedUpdate {
  readonly kind: ApiUpdate['kind'] | 'new';
  /** Absolute path of the changed or new file. */
  readonly file: string;
  /** The request, or the operation of a new one. */
  readonly name: string;
  /** From 1; undefined for a new request. */
  readonly line: number | undefined;
  readonly what: readonly string[];
  readonly edits: readonly TextEdit[];
  /** A request that is added at the end. */
  readonly added: string | undefined;
  /** The first block of the file, if it is new. */
  readonly head: string;
}

export interface OfferedUpdates {
  /** In the order of the files; new requests last. */
  readonly updates: readonly OfferedUpdate[];
  /** Number of requests with problems that have no fix. */
  readonly undecided: number;
}

/**
 * The changes of a document that affect the requests of files.
 * @param views of the files whose requests have the document, by path
 * @param beside determines the folder of new files, and the host of new requests
 */
export function updatesOfFiles(views: ReadonlyMap<string, FileView>, index: ApiIndex, beside: FileView): OfferedUpdates {
  const updates: OfferedUpdate[] = [];
  const called = new Set<string>();
  const groups = new Map<string, string>();
  let undecided = 0;
  for (const [file, view] of views) {
    const found = apiUpdates(view);
    const own = new Set<string>();
    for (const names of found.called.values()) for (const name of names) own.add(name);
    for (const name of own) called.add(name);
    for (const operation of index.operations) if (own.has(operationName(operation))) groups.set(groupOf(operation), file);
    for (const { kind, name, line, what, edits } of found.updates)
      if (edits.length === 0) undecided++;
      else updates.push({ kind, file, name, line, what, edits, added: undefined, head: '' });
  }
  // Some file systems ignore case.
  const taken = new Set(beside.files().map(({ file }) => file.toLowerCase()));
  const freeFile = (group: string): string => {
    for (let n = 1; ; n++) {
      const file = `${folderOf(beside.file)}/${n === 1 ? group : `${group}-${n}`}.req`;
      if (views.has(file) || !taken.has(file.toLowerCase())) return file;
    }
  };
  const head = headOfNewFile(beside);
  for (const { operation, text, group } of newRequests(beside, index, called)) {
    const file = groups.get(group) ?? freeFile(group);
    updates.push({ kind: 'new', file, name: operation, line: undefined, what: [], edits: [], added: text, head });
  }
  return { updates, undecided };
}

/** What the first block of a file has that its requests need, and that no shared file gives to a new file beside it. */
function headOfNewFile(view: FileView): string {
  const [first, last] = [view.tree.blocks[0], view.tree.blocks.at(-1)];
  if (first === undefined || last === undefined) return '';
  const named = namedApi(view.contextOf(last));
  const hosts = isRequest(first) ? [] : contentOf(first).definitions.filter(({ name }) => name.text === 'host');
  const lines = [
    ...(named?.by === view.file ? [`# @openapi ${named.written}`] : []),
    ...hosts.map(({ range }) => view.tree.text.slice(range.start, range.end).trimEnd()),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A file before and after its updates. */
export interface UpdatedFile {
  readonly file: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly count: number;
}

/**
 * The files with the selected updates.
 * @param textOf undefined for a new file
 */
export function updatedFiles(chosen: readonly OfferedUpdate[], textOf: (file: string) => string | undefined): readonly UpdatedFile[] {
  const byFile = new Map<string, OfferedUpdate[]>();
  for (const update of chosen) {
    const known = byFile.get(update.file);
    if (known === undefined) byFile.set(update.file, [update]);
    else known.push(update);
  }
  return Array.from(byFile, ([file, updates]) => {
    const before = textOf(file);
    const edited = applyEdits(
      before ?? updates[0]?.head ?? '',
      updates.flatMap(({ edits }) => edits),
    );
    const added = updates.flatMap((update) => update.added ?? []);
    return { file, before, after: added.length === 0 ? edited : withRequests(edited, added), count: updates.length };
  });
}
