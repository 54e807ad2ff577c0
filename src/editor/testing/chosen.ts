import type * as vscode from 'vscode';
import { identify, listRequests, type DataRow } from '../../language/index.ts';
import type { CollectionFile, Selection } from '../../runner/index.ts';
import type { ItemMeaning } from './testItems.ts';

/** Requests to run, once or with a row of data. */
export interface Chosen {
  /** Keys of requests by file. */
  readonly requests: ReadonlyMap<string, ReadonlySet<string>>;
  /** Undefined runs them without a row. */
  readonly row: DataRow | undefined;
}

/** The requests that test items select, grouped by row of data. Includes requests of files without items. */
export function chosenRequests(
  { include, exclude = [] }: Pick<vscode.TestRunRequest, 'include' | 'exclude'>,
  files: readonly CollectionFile[],
  {
    meaningOf,
    fileItem,
    requestItem,
  }: {
    readonly meaningOf: (item: vscode.TestItem) => ItemMeaning | undefined;
    readonly fileItem: (file: string) => vscode.TestItem | undefined;
    readonly requestItem: (file: string, key: string) => vscode.TestItem | undefined;
  },
): readonly Chosen[] {
  const excluded = new Set(exclude);
  const wanted = include === undefined ? undefined : new Set(include);
  const isIn = (item: vscode.TestItem | undefined, set: ReadonlySet<vscode.TestItem>): boolean => {
    for (let at = item; at !== undefined; at = at.parent) if (set.has(at)) return true;
    return false;
  };
  const whole = new Map<string, ReadonlySet<string>>();
  for (const found of files) {
    const { file } = found;
    if (isIn(fileItem(file), excluded)) continue;
    const all = wanted === undefined || isIn(fileItem(file), wanted);
    const hasOne = all || include?.some((item) => fileOfMeaning(meaningOf(item)) === file) === true;
    if (!hasOne) continue;
    const its = keysOf(found).filter((key) => {
      const item = requestItem(file, key);
      return !isIn(item, excluded) && (wanted === undefined || isIn(item, wanted));
    });
    if (its.length > 0) whole.set(file, new Set(its));
  }
  const rows = new Map<string, { readonly requests: Map<string, Set<string>>; readonly row: DataRow }>();
  for (const item of include ?? []) {
    const meaning = meaningOf(item);
    if (meaning?.kind !== 'row' || excluded.has(item) || whole.get(meaning.file)?.has(meaning.key) === true) continue;
    const name = meaning.row.origin.option ?? '';
    const of = rows.get(name) ?? { requests: new Map<string, Set<string>>(), row: meaning.row };
    rows.set(name, of);
    of.requests.set(meaning.file, (of.requests.get(meaning.file) ?? new Set()).add(meaning.key));
  }
  return [...(whole.size > 0 ? [{ requests: whole, row: undefined }] : []), ...rows.values()];
}

export const isAmong =
  ({ requests }: Chosen): NonNullable<Selection['isChosen']> =>
  ({ file, tree }, request) =>
    requests.get(file)?.has(identify(tree, request).key) === true;

const keysOf = ({ tree }: CollectionFile): readonly string[] => listRequests(tree).map((r) => identify(tree, r).key);

const fileOfMeaning = (meaning: ItemMeaning | undefined): string | undefined =>
  meaning === undefined || meaning.kind === 'folder' ? undefined : meaning.file;
