import { ReqError, toFailure, type Failure } from '../../base/reqError.ts';
import { readRows, type DataRow } from '../semantics/data/dataRows.ts';
import { noData, type DataFile, type DataFiles } from '../semantics/data/dataOf.ts';
import { contentOf, type DocumentTree } from '../syntax/nodes.ts';
import { cachePerBlock } from '../incremental/blockCache.ts';
import { readAround, type FileSource } from './collection.ts';
import { folderOf, isInside, resolvePath } from './workspacePaths.ts';

const none: readonly never[] = [];

/** The paths of `# @data` in each block. */
const dataPathsIn = cachePerBlock((_, block): readonly string[] => {
  const paths = contentOf(block).directives.flatMap(({ name, argument }) =>
    name.text === 'data' && argument !== undefined && argument.text !== 'none' ? [argument.text] : [],
  );
  return paths.length === 0 ? none : paths;
});

export interface DataPlace {
  readonly file: string;
  readonly tree: DocumentTree;
  /** Root of the collection, which must contain the data files. */
  readonly root: string;
}

type Text = string | { readonly ignored: string } | { readonly failure: Failure } | undefined;

interface Cached {
  readonly text: Text;
  readonly read: { readonly rows: readonly DataRow[] } | { readonly failure: Failure };
  /** False after a change of the file was reported. */
  current: boolean;
}

/** The data files that request files name with `# @data`. Each version of a file is parsed once. */
export class DataFileCache {
  readonly #source: FileSource;
  readonly #display: (file: string) => string;
  readonly #chosen: (file: string) => number;
  /** By root and path. */
  readonly #cached = new Map<string, Map<string, Cached>>();

  /** @param chosen the index of the row that sends and previews use */
  constructor(source: FileSource, display: (file: string) => string, chosen: (file: string) => number = () => 0) {
    this.#source = source;
    this.#display = display;
    this.#chosen = chosen;
  }

  /** Reads the data files of a request file. `checks` reads them again even if no change was reported. */
  async of(place: DataPlace, checks = false): Promise<DataFiles> {
    const written = new Set<string>();
    for (const paths of dataPathsIn(place.tree).computed) for (const path of paths) written.add(path);
    if (written.size === 0) return noData;
    return new Map(await Promise.all([...written].map(async (path) => [path, await this.#read(path, place, checks)] as const)));
  }

  /** Returns whether request files name the file or a file in the folder. */
  changed(path: string): boolean {
    let known = false;
    for (const files of this.#cached.values())
      for (const [file, cached] of files) {
        if (!isInside(file, path)) continue;
        cached.current = false;
        known = true;
      }
    return known;
  }

  clear(): void {
    this.#cached.clear();
  }

  async #read(written: string, place: DataPlace, checks: boolean): Promise<DataFile> {
    const file = resolvePath(folderOf(place.file), written);
    const files = this.#cached.get(place.root) ?? new Map<string, Cached>();
    this.#cached.set(place.root, files);
    let cached = files.get(file);
    if (cached?.current !== true || checks) {
      const text = await this.#text(file, { root: place.root, folder: folderOf(place.file) });
      if (cached === undefined || !sameText(cached.text, text))
        cached = { text, read: this.#rows(written, file, place.root, text), current: true };
      cached.current = true;
      files.set(file, cached);
    }
    const { read } = cached;
    if ('failure' in read) return { kind: 'problem', file, failure: read.failure };
    return { kind: 'rows', file, rows: read.rows, chosen: read.rows[this.#chosen(file)] ?? (read.rows[0] as DataRow) };
  }

  #rows(written: string, file: string, root: string, text: Text): Cached['read'] {
    try {
      return { rows: readRows({ file, shown: this.#display(file), text: textOf(written, root, text) }) };
    } catch (e) {
      return { failure: toFailure(e) };
    }
  }

  async #text(file: string, place: { readonly root: string; readonly folder: string }): Promise<Text> {
    if (!isInside(file, place.root)) return { ignored: `it is outside ${place.root}` };
    try {
      return await readAround(this.#source, file, place);
    } catch (e) {
      return { failure: toFailure(e) };
    }
  }
}

function sameText(a: Text, b: Text): boolean {
  return typeof a === 'object' && typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

/** @throws {ReqError} if a data file cannot be used */
function textOf(written: string, root: string, found: Text): string {
  if (typeof found === 'string') return found;
  if (found === undefined)
    throw new ReqError('usage', `There is no data file ${written}.`, { hint: 'Paths are relative to the folder of the request file.' });
  if ('failure' in found) throw new ReqError(found.failure.kind, found.failure.message);
  throw new ReqError('usage', `The data file ${written} is not read: ${found.ignored}.`, {
    hint: `Copy it into ${root}, or name it with --data of req run.`,
  });
}
