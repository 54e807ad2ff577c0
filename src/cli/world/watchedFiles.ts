import path from 'node:path';
import { kindOf } from '../../files/folders.ts';
import { versionOfRegular } from '../../files/read.ts';
import { isLink, isLinkInside, linkOutOf } from '../../files/real.ts';
import { watchFolders, type FolderWatch } from '../../files/watch.ts';
import { folderOf, isInside, isProjectFile, pathsIn, resolvePath } from '../../language/index.ts';
import type { CollectionFile } from '../../runner/index.ts';
import { collectionFilesUnder } from './cliFiles.ts';

/** Milliseconds without a change after which the files are compared, because programs save in several steps. */
const restMs = 100;
/** Maximum milliseconds to wait while changes continue, for example those of a log. */
const mostRestMs = 1000;

/** A folder whose files belong to a run. */
interface Root {
  readonly folder: string;
  /** Whether its subfolders belong to the run too. */
  readonly below: boolean;
}

/**
 * The files that a run depends on, with their versions. A notification of the system is only a hint: a file counts as changed if its
 * version has changed, so files that the run itself writes do not.
 */
export class WatchedFiles {
  /** From the command line. */
  readonly #given: readonly string[];
  readonly #watch: FolderWatch;
  /** By absolute path; the version of a file that does not exist is empty. */
  readonly #versions = new Map<string, string>();
  #roots: readonly Root[] = [];
  /** Files and folders of the current pass. */
  #used = new Set<string>();
  #usedFolders = new Set<string>();
  /** Paths that may have changed. */
  readonly #hints = new Set<string>();
  readonly #changed = new Set<string>();
  #firstHint = 0;
  #timer: NodeJS.Timeout | undefined;
  #onChange: () => void = () => {};

  /**
   * @param operands files and folders to run, absolute
   * @param given other files of the command line, absolute
   * @param onProblem called if a folder cannot be watched
   */
  constructor(operands: readonly string[], given: readonly string[], onProblem: (e: NodeJS.ErrnoException) => void) {
    this.#given = [...operands, ...given];
    this.#watch = watchFolders((file) => this.#hint(file), onProblem);
  }

  /** Number of files that exist. */
  get count(): number {
    return [...this.#versions.values()].filter((version) => version !== '').length;
  }

  /** Begins a pass: changes from now on count. Call it before files are read. `onChange` is called once. */
  async begin(onChange: () => void): Promise<void> {
    this.#changed.clear();
    this.#onChange = onChange;
    this.#used = new Set();
    this.#usedFolders = new Set();
    const folders: Root[] = [];
    for (const file of this.#given)
      if ((await kindOf(file).catch(() => undefined)) === 'folder') folders.push({ folder: file, below: true });
    this.#roots = [...this.#roots.filter(({ folder }) => !folders.some((f) => f.folder === folder)), ...folders];
    await this.#read(this.#given, this.#roots);
  }

  /** Adds the files of a pass after they were read, and stops watching unused ones. */
  async add(files: readonly CollectionFile[]): Promise<void> {
    const roots = new Map(this.#roots.filter(({ folder }) => this.#given.includes(folder)).map((root) => [root.folder, root]));
    const found = new Set<string>();
    for (const { file, tree, collection } of files) {
      const { root, shared, sourcePaths } = collection;
      const below = shared.some((s) => s.kind === 'collection');
      if (roots.get(root)?.below !== true) roots.set(root, { folder: root, below });
      for (const around of sourcePaths) found.add(around);
      for (const named of [{ file, tree }, ...shared])
        for (const paths of pathsIn(named.tree))
          for (const relative of paths) await this.#addNamed(resolvePath(folderOf(named.file), relative), root, found);
    }
    this.#roots = [...roots.values()];
    await this.#read(found, this.#roots);
    for (const file of this.#versions.keys()) if (!this.#used.has(file)) this.#versions.delete(file);
    this.#watch.keep(this.#usedFolders);
  }

  /** Adds a file that a run reads. */
  async addRead(file: string, root: string): Promise<void> {
    const found = new Set<string>();
    await this.#addNamed(file, root, found);
    await this.#read(found, []);
  }

  /** Records the current version of a file that the run has written. */
  async written(file: string): Promise<void> {
    this.#used.add(file);
    this.#versions.set(file, await versionOfRegular(file));
  }

  /** Resolves with the changed files once there are any. */
  async changes(): Promise<readonly string[]> {
    if (this.#changed.size === 0) await new Promise<void>((resolve) => (this.#onChange = resolve));
    return [...this.#changed].toSorted();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watch.close();
  }

  /** Links out of the collection are not watched. */
  async #addNamed(file: string, root: string, found: Set<string>): Promise<void> {
    if (!found.has(file) && (await linkOutOf(file, root)) === undefined) found.add(file);
  }

  /** Watches the folders of files and roots, and records the versions of new files. */
  async #read(files: Iterable<string>, roots: readonly Root[]): Promise<void> {
    const found = new Set(files);
    for (const file of found) this.#addFolder(path.dirname(file));
    for (const { folder, below } of roots) {
      this.#addFolder(path.dirname(folder));
      for (const file of await this.#filesUnder(folder, below)) found.add(file);
    }
    await Promise.all(
      [...found].map(async (file) => {
        this.#used.add(file);
        if (!this.#versions.has(file)) this.#versions.set(file, await versionOfRegular(file));
      }),
    );
  }

  /** The request and environment files of a folder. Each folder is watched before it is read, so that no new file is missed. */
  #filesUnder(folder: string, below: boolean): Promise<readonly string[]> {
    return collectionFilesUnder(folder, below ? 'all' : 'none', (inside) => this.#addFolder(inside)).catch(() => []);
  }

  #addFolder(folder: string): void {
    this.#usedFolders.add(folder);
    this.#watch.add(folder);
  }

  #hint(file: string): void {
    const now = performance.now();
    if (this.#hints.size === 0) this.#firstHint = now;
    this.#hints.add(file);
    clearTimeout(this.#timer);
    const delay = Math.min(restMs, this.#firstHint + mostRestMs - now);
    this.#timer = setTimeout(() => void this.#compare(), Math.max(0, delay));
  }

  async #compare(): Promise<void> {
    const hints = [...this.#hints];
    this.#hints.clear();
    for (const hint of hints) await this.#compareOne(hint);
    if (this.#changed.size === 0) return;
    const onChange = this.#onChange;
    this.#onChange = () => {};
    onChange();
  }

  async #compareOne(hint: string): Promise<void> {
    const kind = await kindOf(hint).catch(() => undefined);
    // The command line names folders too.
    if (this.#versions.has(hint) && kind !== 'folder' && !this.#watch.has(hint)) return this.#compareFile(hint);
    if ((await isLink(hint)) && (kind === 'folder' || !(await isLinkInside(hint, path.dirname(hint))))) return;
    if (kind === 'folder') return this.#compareFolder(hint);
    if (kind === 'file' && isProjectFile(hint)) return this.#compareFile(hint);
    if (!this.#watch.has(hint)) return;
    this.#watch.remove(hint);
    await this.#compareInside(hint);
  }

  /** Compares a new folder, or one in which the system reported a change without a name. */
  async #compareFolder(folder: string): Promise<void> {
    const isKnown = this.#watch.has(folder);
    if (!isKnown && !this.#isUnderRoot(folder)) return;
    for (const file of await this.#filesUnder(folder, !isKnown)) await this.#compareFile(file);
    await this.#compareInside(folder);
  }

  async #compareInside(folder: string): Promise<void> {
    for (const file of this.#versions.keys()) if (isInside(file, folder)) await this.#compareFile(file);
  }

  async #compareFile(file: string): Promise<void> {
    const version = await versionOfRegular(file);
    if (version === (this.#versions.get(file) ?? '')) return;
    this.#versions.set(file, version);
    this.#changed.add(file);
  }

  /** Whether a new folder belongs to the run. Hidden folders and `node_modules` do not. */
  #isUnderRoot(folder: string): boolean {
    return this.#roots.some((root) => {
      if (!isInside(folder, root.folder)) return false;
      const steps = path
        .relative(root.folder, folder)
        .split(path.sep)
        .filter((step) => step !== '');
      return steps.length === 0 || (root.below && !steps.some((step) => step.startsWith('.') || step === 'node_modules'));
    });
  }
}
