import { modulePaths } from '../../base/scriptImports.ts';
import { isReqError } from '../../base/reqError.ts';
import { folderOf, relativePath, resolvePath } from '../../language/index.ts';
import type { Companion, ImportNote } from './importResult.ts';

/** The imported folder. Paths are relative, with `/` and without `..`. */
export interface ImportSource {
  readonly kindOf: (path: string) => Promise<'file' | 'folder' | undefined>;
  /** @throws {ReqError} if the file cannot be read; of kind `limit` if it is too large */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

interface Places {
  /** Absolute path of the folder to write to. */
  readonly root: string;
  readonly kindOf: (path: string) => Promise<'file' | 'folder' | undefined>;
  readonly source?: ImportSource;
}

/** Hidden files and packages: a foreign collection must not write settings of tools. */
const unwanted = /(?:^|\/)(?:\.|node_modules\/)/;

/** Files of the imported folder that requests name and that the target folder lacks. */
export class Companions {
  readonly #from: string;
  readonly #places: Places;
  /** Relative to the collection. */
  readonly #found = new Set<string>();
  /** Files that are too large to copy. */
  readonly notes: ImportNote[] = [];

  /** @param from the folder of the collection in the imported folder, which ends with `/` or is empty */
  constructor(from: string, places: Places) {
    this.#from = from;
    this.#places = places;
  }

  /** The kind of a path in the target folder after copying the companions. A file that exists only in the source becomes a companion. */
  async kindOf(path: string): Promise<'file' | 'folder' | undefined> {
    const { root, kindOf, source } = this.#places;
    const there = await kindOf(path);
    if (there !== undefined || source === undefined) return there;
    const inside = relativePath(root, path);
    if (!inside.startsWith('./')) return undefined;
    const name = inside.slice(2);
    if (unwanted.test(name)) return undefined;
    const kind = await source.kindOf(this.#from + name);
    if (kind === 'file') this.#found.add(name);
    return kind;
  }

  #leaveOut(path: string, e: unknown): undefined {
    if (!isReqError(e) || e.kind !== 'limit') throw e;
    this.notes.push({ file: path, level: 'warning', message: `The file is not copied: ${e.message}. Copy it yourself.` });
  }

  /** Reads the companions, and the files that scripts among them load. */
  async read(): Promise<readonly Companion[]> {
    const { root, source } = this.#places;
    const read: Companion[] = [];
    // Scripts that are read add others.
    for (const path of this.#found) {
      const bytes = await source?.read(this.#from + path).catch((e: unknown) => this.#leaveOut(path, e));
      if (bytes === undefined) continue;
      read.push({ path, bytes });
      if (!/\.[cm]?js$/i.test(path)) continue;
      const folder = folderOf(resolvePath(root, path));
      for (const { text, endings = [''] } of modulePaths(new TextDecoder().decode(bytes)))
        for (const ending of endings) await this.kindOf(resolvePath(folder, text + ending));
    }
    return read;
  }
}
