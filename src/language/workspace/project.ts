import { namesSetByScripts, type ScriptSetter } from '../semantics/variables/scriptSetters.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/variables.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { sharedKind } from './collection.ts';
import type { ProjectFile, Setters } from './fileView.ts';
import { folderOf, isInside } from './workspacePaths.ts';

const isRequestFile = (file: string): boolean => file.endsWith('.req');
/** Whether a file is one of environments, or of private ones. */
export const isEnvironmentFile = (file: string): boolean => /(?:^|[\\/])http-client(?:\.private)?\.env\.json$/.test(file);

/** What a project's files can be: the rest is not read. */
export const isProjectFile = (file: string): boolean => isRequestFile(file) || isEnvironmentFile(file);

/** Reads the files of a project. What cannot be read counts as absent: its own diagnostics say why. */
export interface ProjectSource {
  readTree(file: string): Promise<DocumentTree | undefined>;
  readText(file: string): Promise<string | undefined>;
}

/**
 * All files of one collection, read once and then again one by one as they change. Files of collections inside it are not
 * among them.
 */
export class Project {
  readonly root: string;
  readonly #source: ProjectSource;
  readonly #requests = new Map<string, ProjectFile>();
  readonly #environments = new Map<string, EnvironmentFile>();
  /** Environment files whose text is not to be had. */
  readonly #unread = new Set<string>();
  readonly #stale = new Set<string>();
  /** Made anew when a file has changed. */
  #files: readonly ProjectFile[] | undefined;
  /** Those of all files that set any; made anew as `#files`. */
  #settersIn: readonly { readonly file: string; readonly names: ReadonlyMap<string, ScriptSetter> }[] | undefined;
  #listed = false;

  constructor(root: string, source: ProjectSource) {
    this.root = root;
    this.#source = source;
  }

  /** Whether all its files have been found and read once. */
  get isRead(): boolean {
    return this.#listed;
  }

  /** Takes the paths of everything below the root, and reads it. */
  async readAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.changed(path);
    await this.refresh();
    this.#listed = true;
  }

  /** A file is there and new, or has another text: it is read at the next `refresh`. */
  changed(file: string): void {
    if (isInside(file, this.root) && isProjectFile(file)) this.#stale.add(file);
  }

  /** A file or folder is gone. Returns whether something of the project was there. */
  removed(path: string): boolean {
    let had = false;
    for (const files of [this.#requests, this.#environments, this.#stale, this.#unread])
      for (const file of files.keys()) if (isInside(file, path)) had = files.delete(file) || had;
    this.#files = undefined;
    this.#settersIn = undefined;
    return had;
  }

  /** Reads what has changed, all but `own`, whose tree is at hand. */
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

  /** Every `.req` file sorted by path, `own` with the tree that is given for it. */
  files(own: ProjectFile): readonly ProjectFile[] {
    const others = (this.#files ??= this.#ownSorted(this.#requests.values()));
    const at = others.findIndex((f) => f.file === own.file);
    if (at >= 0) return others[at]?.tree === own.tree ? others : others.with(at, own);
    return [...others, own].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** Every `.req` file below the root, those of collections inside it too. */
  everyFile(): readonly ProjectFile[] {
    return [...this.#requests.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  environmentFiles(): readonly EnvironmentFile[] {
    return this.#ownSorted(this.#environments.values());
  }

  /** Environment files that are there and whose text is not to be had. */
  unreadEnvironmentFiles(): readonly string[] {
    return this.#ownSorted([...this.#unread].map((file) => ({ file }))).map((f) => f.file);
  }

  /** What the scripts of all files set; those of `own` come first. A name may come twice. */
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

  /** Those that belong to no collection inside this one, sorted by path. */
  #ownSorted<F extends { readonly file: string }>(files: Iterable<F>): readonly F[] {
    const nested = this.#nestedRoots();
    return [...files].filter((f) => !nested.some((root) => isInside(f.file, root))).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** Folders inside this collection that are collections of their own. */
  #nestedRoots(): readonly string[] {
    return [...this.#requests.keys()]
      .filter((file) => sharedKind(file) === 'collection' && folderOf(file) !== this.root)
      .map((file) => folderOf(file));
  }
}
