import { namesSetByScripts, type ScriptSetter } from '../semantics/variables/scriptSetters.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/variables.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { sharedKind } from './collection.ts';
import type { ProjectFile, Setters } from './fileView.ts';
import { folderOf, isInside } from './workspacePaths.ts';

const isRequestFile = (file: string): boolean => file.endsWith('.req');
export const isEnvironmentFile = (file: string): boolean => /(?:^|[\\/])http-client(?:\.private)?\.env\.json$/.test(file);

/** Whether a project reads a file: `.req` and environment files. */
export const isProjectFile = (file: string): boolean => isRequestFile(file) || isEnvironmentFile(file);

/** Reads the files of a project. Unreadable files are treated as absent; their own diagnostics report the reason. */
export interface ProjectSource {
  readTree(file: string): Promise<DocumentTree | undefined>;
  readText(file: string): Promise<string | undefined>;
}

/**
 * The files of one collection. They are read once, then individually when they change. Files of nested collections are not
 * included.
 */
export class Project {
  readonly root: string;
  readonly #source: ProjectSource;
  readonly #requests = new Map<string, ProjectFile>();
  readonly #environments = new Map<string, EnvironmentFile>();
  /** Environment files that could not be read. */
  readonly #unread = new Set<string>();
  readonly #stale = new Set<string>();
  /** Cached by `files`; reset when a file changes. */
  #files: readonly ProjectFile[] | undefined;
  /** The files whose scripts set variables; cached and reset like `#files`. */
  #settersIn: readonly { readonly file: string; readonly names: ReadonlyMap<string, ScriptSetter> }[] | undefined;
  #listed = false;

  constructor(root: string, source: ProjectSource) {
    this.root = root;
    this.#source = source;
  }

  /** Whether `readAll` has finished. */
  get isRead(): boolean {
    return this.#listed;
  }

  /** Reads all project files among `paths`, the files below the root. */
  async readAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.changed(path);
    await this.refresh();
    this.#listed = true;
  }

  /** Marks a new or changed file, which the next `refresh` reads. */
  changed(file: string): void {
    if (isInside(file, this.root) && isProjectFile(file)) this.#stale.add(file);
  }

  /** Removes a deleted file or folder. Returns whether the project had files there. */
  removed(path: string): boolean {
    let had = false;
    for (const files of [this.#requests, this.#environments, this.#stale, this.#unread])
      for (const file of files.keys()) if (isInside(file, path)) had = files.delete(file) || had;
    this.#files = undefined;
    this.#settersIn = undefined;
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
        const tree = await this.#source.readTree(file).catch(() => undefined);
        if (tree === undefined) this.#requests.delete(file);
        else this.#requests.set(file, { file, tree });
        this.#files = undefined;
        this.#settersIn = undefined;
      }
    }
  }

  /** All `.req` files sorted by path; `own` replaces the cached entry of its file. */
  files(own: ProjectFile): readonly ProjectFile[] {
    const others = (this.#files ??= this.#ownSorted(this.#requests.values()));
    const at = others.findIndex((f) => f.file === own.file);
    if (at >= 0) return others[at]?.tree === own.tree ? others : others.with(at, own);
    return [...others, own].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** All `.req` files below the root, including nested collections. */
  everyFile(): readonly ProjectFile[] {
    return [...this.#requests.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  environmentFiles(): readonly EnvironmentFile[] {
    return this.#ownSorted(this.#environments.values());
  }

  /** Paths of existing environment files that could not be read. */
  unreadEnvironmentFiles(): readonly string[] {
    return this.#ownSorted([...this.#unread].map((file) => ({ file }))).map((f) => f.file);
  }

  /** The variables that scripts of all files set; those of `own` come first. `names` can yield duplicates. */
  setters(own: ProjectFile): Setters {
    this.#settersIn ??= this.#ownSorted(this.#requests.values())
      .map(({ file, tree }) => ({ file, names: namesSetByScripts(tree, file) }))
      .filter(({ names }) => names.size > 0);
    const others = this.#settersIn.filter(({ file }) => file !== own.file).map(({ names }) => names);
    const maps: readonly ReadonlyMap<string, ScriptSetter>[] = [namesSetByScripts(own.tree, own.file), ...others];
    return {
      find(name) {
        for (const map of maps) {
          const found = map.get(name);
          if (found !== undefined) return found;
        }
        return undefined;
      },
      *names() {
        for (const map of maps) yield* map.keys();
      },
    };
  }

  /** The files that do not belong to a nested collection, sorted by path. */
  #ownSorted<F extends { readonly file: string }>(files: Iterable<F>): readonly F[] {
    const nested = this.#nestedRoots();
    return [...files].filter((f) => !nested.some((root) => isInside(f.file, root))).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** Roots of nested collections. */
  #nestedRoots(): readonly string[] {
    return [...this.#requests.keys()]
      .filter((file) => sharedKind(file) === 'collection' && folderOf(file) !== this.root)
      .map((file) => folderOf(file));
  }
}
