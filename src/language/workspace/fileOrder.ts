import type { SharedFile } from './collection.ts';
import { comparePaths, folderOf, nameOfPath } from './workspacePaths.ts';

interface Ordered {
  readonly file: string;
  readonly collection: { readonly shared: readonly SharedFile[] };
}

/** The position of each name of a folder that `# @order` lists, by its key (see `keyOf`). */
export type Places = ReadonlyMap<string, number>;

/** A file and a folder of the same name share one position, so `users` names both. */
const keyOf = (name: string): string =>
  name
    .trim()
    .replace(/\/$/, '')
    .replace(/\.req$/i, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * Files in the order in which they run: the entries of a folder as `# @order NAME` of its `collection.req` or `folder.req` lists them,
 * then the others by path (see `comparePaths`). Files with the same path keep their order.
 */
export function inRunOrder<F extends Ordered>(files: readonly F[]): readonly F[] {
  const shared = new Map<string, SharedFile>();
  for (const { collection } of files) for (const of of collection.shared) if (!shared.has(of.file)) shared.set(of.file, of);
  const byFolder = listedPlaces(shared.values());
  if (byFolder.size === 0) return files.toSorted((a, b) => comparePaths(a.file, b.file));
  const entries = new Map(files.map(({ file }) => [file, entriesOf(file)] as const));
  const of = ({ file }: F): readonly string[] => entries.get(file) ?? [];
  return files.toSorted((a, b) => compare(of(a), of(b), byFolder) || comparePaths(a.file, b.file));
}

/** The positions of folder entries listed by `# @order`, by folder. */
export function listedPlaces(files: Iterable<Pick<SharedFile, 'file' | 'tree'>>): ReadonlyMap<string, Places> {
  const byFolder = new Map<string, Places>();
  for (const file of files) {
    const places = placesIn(file);
    const folder = folderOf(file.file);
    // A folder may have both files; collection.req comes first.
    if (places.size > 0) byFolder.set(folder, new Map([...(byFolder.get(folder) ?? []), ...places]));
  }
  return byFolder;
}

/** The position of a file or folder among the entries of its folder; unlisted ones share the last one. */
export const listedPlace = (byFolder: ReadonlyMap<string, Places>, path: string): number =>
  byFolder.get(folderOf(path))?.get(keyOf(nameOfPath(path))) ?? Number.MAX_SAFE_INTEGER;

function placesIn({ tree }: Pick<SharedFile, 'tree'>): Places {
  const places = new Map<string, number>();
  for (const { directives } of tree.blocks)
    for (const { name, argument } of directives) {
      const key = name.text === 'order' && argument !== undefined ? keyOf(argument.text) : '';
      if (key !== '' && !places.has(key)) places.set(key, places.size);
    }
  return places;
}

/** Compares the first entries in which two paths differ; 0 if neither has a position. */
function compare(a: readonly string[], b: readonly string[], byFolder: ReadonlyMap<string, Places>): number {
  const at = a.findIndex((entry, i) => entry !== b[i]);
  const [one, other] = [a[at], b[at]];
  if (one === undefined || other === undefined) return 0;
  return listedPlace(byFolder, one) - listedPlace(byFolder, other);
}

/** A path's folders and itself, outermost first. */
function entriesOf(path: string): readonly string[] {
  const entries: string[] = [];
  for (let at = path; folderOf(at) !== at; at = folderOf(at)) entries.push(at);
  return entries.toReversed();
}
