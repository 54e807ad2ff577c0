import { requestIndex, type RequestIndex } from '../semantics/request/requestIndex.ts';
import { namesSetByScripts, type ScriptSetter } from '../semantics/variables/mentions/scriptSetters.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/environmentFile.ts';
import { sharedKind } from './collection.ts';
import type { ProjectFile, Setters } from './fileView.ts';
import { isForeign } from './foreignText.ts';
import type { IndexedFile } from './projectFiles.ts';
import { folderOf, isInside } from './workspacePaths.ts';

const isRequestFile = (file: string): boolean => file.endsWith('.req') || isForeign(file);
export const isEnvironmentFile = (file: string): boolean => /(?:^|[\\/])http-client(?:\.private)?\.env\.json$/.test(file);

/** Whether a project reads a file: request files and environment files. */
export const isProjectFile = (file: string): boolean => isRequestFile(file) || isEnvironmentFile(file);

/** Reads the files of a project. Unreadable files are treated as absent; their own diagnostics report the reason. */
export interface ProjectSource {
  readFile(file: string): Promise<IndexedFile | undefined>;
  readText(file: string): Promise<string | undefined>;
}

/** Names that are computed from all files of a project. */
interface Names {
  readonly files: readonly IndexedFile[];
  readonly requests: RequestIndex;
  /** The scripts that set each variable, sorted by path. */
  readonly setters: ReadonlyMap<string, readonly ScriptSetter[]>;
}

/**
 * The files of one collection. They are read once, then individually when they change. Files of nested collections are not
 * included.
 */
export class Project {
  readonly root: string;
  readonly #source: ProjectSource;
  readonly #requests = new Map<string, IndexedFile>();
  readonly #environments = new Map<string, EnvironmentFile>();
  /** All `.req` files below the root, read or not. */
  readonly #paths = new Set<string>();
  /** Environment files that could not be read. */
  readonly #unread = new Set<string>();
  readonly #stale = new Set<string>();
  /** Own files sorted by path, and their names. Cached until a file changes. */
  #files: readonly IndexedFile[] | undefined;
  #environmentsSorted: readonly EnvironmentFile[] | undefined;
  #names: Names | undefined;
  #listed = false;

  constructor(root: string, source: ProjectSource) {
    this.root = root;
    this.#source = source;
  }

  /** Whether `readAll` has finished. */
  get isRead(): boolean {
    return this.#listed;
  }

  /** Adds the project files among `paths`, the files below the root. Reads none of them. */
  list(paths: readonly string[]): void {
    for (const path of paths) this.changed(path);
  }

  /** Reads all listed files that are not read yet. */
  async readAll(): Promise<void> {
    await this.refresh();
    this.#listed = true;
  }

  /** All `.req` files below the root, including nested collections and files that are not read yet, sorted. */
  paths(): readonly string[] {
    return [...this.#paths].toSorted();
  }

  /** One `.req` file, read if it changed or was not read yet; undefined if it does not exist. */
  async fileAt(file: string): Promise<ProjectFile | undefined> {
    if (this.#stale.delete(file) || !this.#requests.has(file)) await this.#readRequests(file);
    return this.#requests.get(file);
  }

  /** Marks a new or changed file, which the next `refresh` reads. */
  changed(file: string): void {
    if (!isInside(file, this.root) || !isProjectFile(file)) return;
    this.#stale.add(file);
    if (isRequestFile(file)) this.#paths.add(file);
  }

  /** Removes a deleted file or folder. Returns whether the project had files there. */
  removed(path: string): boolean {
    let had = false;
    for (const files of [this.#requests, this.#environments, this.#paths, this.#stale, this.#unread])
      for (const file of files.keys()) if (isInside(file, path)) had = files.delete(file) || had;
    this.#reset();
    return had;
  }

  /** Reads the changed files, except `own`, whose tree the caller has. */
  async refresh(own?: string): Promise<void> {
    const stale = [...this.#stale].filter((file) => file !== own);
    for (const file of stale) this.#stale.delete(file);
    for (const file of stale) {
      if (isEnvironmentFile(file)) {
        const text = await this.#source.readText(file).catch(() => undefined);
        if (text === undefined) this.#unread.add(file);
        else this.#unread.delete(file);
        if (text === undefined) this.#environments.delete(file);
        else if (this.#environments.get(file)?.text !== text) this.#environments.set(file, readEnvironmentFile(file, text));
      } else {
        await this.#readRequests(file);
      }
      this.#reset();
    }
  }

  async #readRequests(file: string): Promise<void> {
    const read = await this.#source.readFile(file).catch(() => undefined);
    if (read === undefined) this.#requests.delete(file);
    else this.#requests.set(file, read);
    if (read === undefined && !this.#stale.has(file)) this.#paths.delete(file);
    this.#reset();
  }

  #reset(): void {
    this.#files = undefined;
    this.#environmentsSorted = undefined;
    this.#names = undefined;
  }

  /** All `.req` files sorted by path; `own` replaces the cached entry of its file. */
  files(own: ProjectFile): readonly ProjectFile[] {
    const others: readonly ProjectFile[] = this.#sorted();
    const at = firstFrom(others, own.file);
    return others[at]?.file === own.file ? others.with(at, own) : others.toSpliced(at, 0, own);
  }

  /** All `.req` files below the root, including nested collections. */
  everyFile(): readonly ProjectFile[] {
    return [...this.#requests.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  environmentFiles(): readonly EnvironmentFile[] {
    return (this.#environmentsSorted ??= this.#ownSorted(this.#environments.values()));
  }

  /** Paths of existing environment files that could not be read. */
  unreadEnvironmentFiles(): readonly string[] {
    return this.#ownSorted([...this.#unread].map((file) => ({ file }))).map((f) => f.file);
  }

  /** The requests of all files by name. Those of a file that a view shows can be of an older version. */
  index(): RequestIndex {
    const files = this.#sorted();
    return {
      find: (name) => this.#namesIn(files).requests.find(name),
      names: () => this.#namesIn(files).requests.names(),
    };
  }

  /** The variables that scripts of all files set; those of `own` come first. `names` can yield duplicates. */
  setters(own: ProjectFile): Setters {
    const here = namesSetByScripts(own.tree, own.file);
    const files = this.#sorted();
    const all = (): Names['setters'] => this.#namesIn(files).setters;
    return {
      find: (name) =>
        here.get(name) ??
        all()
          .get(name)
          ?.find(({ file }) => file !== own.file),
      *names() {
        yield* here.keys();
        for (const [name, setters] of all()) if (setters.some(({ file }) => file !== own.file)) yield name;
      },
    };
  }

  #sorted(): readonly IndexedFile[] {
    return (this.#files ??= this.#ownSorted(this.#requests.values()));
  }

  /** Computed when a feature first asks for a name of another file. */
  #namesIn(files: readonly IndexedFile[]): Names {
    if (this.#names?.files === files) return this.#names;
    const facts = files.map((f) => f.facts());
    const setters = new Map<string, ScriptSetter[]>();
    for (const { setters: inFile } of facts) {
      for (const [name, setter] of inFile) {
        const known = setters.get(name);
        if (known === undefined) setters.set(name, [setter]);
        else known.push(setter);
      }
    }
    return (this.#names = { files, requests: requestIndex(facts), setters });
  }

  /** The files that do not belong to a nested collection, sorted by path. */
  #ownSorted<F extends { readonly file: string }>(files: Iterable<F>): readonly F[] {
    const nested = this.#nestedRoots();
    return [...files].filter((f) => !nested.some((root) => isInside(f.file, root))).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  #nestedRoots(): readonly string[] {
    return [...this.#requests.keys()]
      .filter((file) => sharedKind(file) === 'collection' && folderOf(file) !== this.root)
      .map((file) => folderOf(file));
  }
}

/** The index of the first file whose path is not before `file`. */
function firstFrom(sorted: readonly ProjectFile[], file: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as ProjectFile).file < file) low = middle + 1;
    else high = middle;
  }
  return low;
}
