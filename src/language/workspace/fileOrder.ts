import type { SharedFile } from './collection.ts';
import { folderOf, nameOfPath } from './workspacePaths.ts';

interface Ordered {
  readonly file: string;
  readonly collection: { readonly shared: readonly SharedFile[] };
}

/** The place of each name of a folder that `# @order` lists, by its key (see `keyOf`). */
type Places = ReadonlyMap<string, number>;

/** A file and a folder of the same name have one place, so `users` names both. */
const keyOf = (name: string): string =>
  name
    .trim()
    .replace(/\/$/, '')
    .replace(/\.req$/i, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * Files in the order in which they run: the entries of a folder as `# @order NAME` of its `collection.req` or `folder.req` lists them,
 * then the others by path. Files with the same path keep their order.
 */
export function inRunOrder<F extends Ordered>(files: readonly F[]): readonly F[] {
  const orders = new Map<string, Places>();
  for (const { collection } of files)
    for (const shared of collection.shared) if (!orders.has(shared.file)) orders.set(shared.file, placesIn(shared));
  const byFolder = new Map<string, Places>();
  for (const [file, places] of orders) {
    const folder = folderOf(file);
    // A folder may have both files; collection.req comes first.
    if (places.size > 0) byFolder.set(folder, new Map([...(byFolder.get(folder) ?? []), ...places]));
  }
  if (byFolder.size === 0) return files.toSorted((a, b) => byPath(a.file, b.file));
  const entries = new Map(files.map(({ file }) => [file, entriesOf(file)] as const));
  const of = ({ file }: F): readonly Entry[] => entries.get(file) ?? [];
  return files.toSorted((a, b) => compare(of(a), of(b), byFolder) || byPath(a.file, b.file));
}

function placesIn({ tree }: SharedFile): Places {
  const places = new Map<string, number>();
  for (const { directives } of tree.blocks)
    for (const { name, argument } of directives) {
      const key = name.text === 'order' && argument !== undefined ? keyOf(argument.text) : '';
      if (key !== '' && !places.has(key)) places.set(key, places.size);
    }
  return places;
}

const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares the entries in which two paths first differ; 0 if neither has a place. */
function compare(a: readonly Entry[], b: readonly Entry[], byFolder: ReadonlyMap<string, Places>): number {
  const at = a.findIndex((entry, i) => entry.path !== b[i]?.path);
  const [one, other] = [a[at], b[at]];
  if (one === undefined || other === undefined) return 0;
  const places = byFolder.get(one.folder);
  const rank = ({ name }: Entry): number => places?.get(keyOf(name)) ?? Number.MAX_SAFE_INTEGER;
  return rank(one) - rank(other);
}

interface Entry {
  readonly folder: string;
  readonly name: string;
  readonly path: string;
}

/** A path's folders and itself, outermost first. */
function entriesOf(path: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = path; folderOf(at) !== at; at = folderOf(at)) entries.push({ folder: folderOf(at), name: nameOfPath(at), path: at });
  return entries.toReversed();
}
