import type { TextEdit } from '../../edit.ts';
import { nameOf, type RequestBlock } from '../../syntax/nodes.ts';
import { readName } from '../../syntax/path.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { collectionNames, type CollectionNames, type Placed } from '../navigation/collectionNames.ts';
import { occurrencesIn } from '../navigation/occurrences.ts';

/** A new name for a moved request, with the edits of its old file. */
export interface NewName {
  readonly name: string;
  readonly newName: string;
  readonly edits: readonly TextEdit[];
}

const definitionsOf = (names: CollectionNames, name: string): readonly Placed[] =>
  names.everything(name).filter((p) => p.at.kind === 'request' && p.at.role === 'definition');

/**
 * The references to a request of a file: `@ref`, placeholders and scripts. A file's own request takes precedence over one of another file.
 */
export function referencesTo(view: FileView, block: RequestBlock): readonly Placed[] {
  const name = nameOf(block);
  if (name === '') return [];
  const names = collectionNames(view);
  const files = new Set(definitionsOf(names, name).map((p) => p.file));
  const isMeant = (file: string): boolean => file === view.file || (files.size === 1 && files.has(view.file));
  return names.everything(name).filter((p) => p.at.kind === 'request' && p.at.role === 'reference' && names.counts(p) && isMeant(p.file));
}

/**
 * A new name for a request moved to another file of its collection, if references would become ambiguous or refer to another request there.
 * Undefined if it keeps its name, or if two requests of its file share the name, so that no reference is certain.
 */
export function newNameFor(from: FileView, to: FileView, block: RequestBlock): NewName | undefined {
  const name = nameOf(block);
  const own = occurrencesIn(from.tree, block).find((o) => o.kind === 'request' && o.role === 'definition' && o.name === name);
  if (name === '' || own === undefined) return undefined;
  const names = collectionNames(from);
  const definitions = definitionsOf(names, name);
  const others = definitions.filter((p) => p.file !== from.file);
  if (others.length === 0 || definitions.length - others.length > 1) return undefined;
  const meant = referencesTo(from, block).filter((p) => p.file === from.file);
  const usedThere = names.everything(name).some((p) => p.file === to.file && p.at.kind === 'request' && p.at.role === 'reference');
  const isNamedThere = others.some((p) => p.file === to.file);
  if (meant.length === 0 && !(isNamedThere && (usedThere || own.form === 'name'))) return undefined;
  if (meant.some((p) => p.at.escaped === true)) return undefined;
  const newName = freeName(name, (text) => names.everything(text).length > 0);
  return { name, newName, edits: [own, ...meant.map((p) => p.at)].map(({ range }) => ({ range, newText: newName })) };
}

/** A name with an unused number: `login_2`, or `Log in 2` for a name that is not valid in placeholders. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const [, stem = name, , last] = /^(.*?)([ _-])(\d{1,6})$/.exec(name) ?? [];
  const gap = readName(name, 0) === name ? '_' : ' ';
  for (let n = last === undefined ? 2 : Number(last) + 1; ; n++) {
    const free = `${stem}${gap}${n}`;
    if (!isTaken(free)) return free;
  }
}
