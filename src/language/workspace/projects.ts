import { Project, type ProjectSource } from './project.ts';
import { isInside } from './workspacePaths.ts';

/** A project whose files are listed first, and read when a feature needs all of them. */
interface KnownProject {
  readonly project: Project;
  readonly listing: Promise<void>;
  reading: Promise<void> | undefined;
}

/** The projects of a workspace, by root. */
export class Projects {
  readonly #projects = new Map<string, KnownProject>();
  readonly #source: ProjectSource;
  readonly #listFiles: (root: string, marked: boolean) => Promise<readonly string[]>;
  readonly #onRead: () => void;

  /** @param onRead called when the files of a project have been read in the background */
  constructor(source: ProjectSource, listFiles: (root: string, marked: boolean) => Promise<readonly string[]>, onRead: () => void) {
    this.#source = source;
    this.#listFiles = listFiles;
    this.#onRead = onRead;
  }

  /** A project whose files are listed, but not read. */
  async listed(root: string): Promise<Project> {
    const { project, listing } = this.#known(root, true);
    await listing;
    return project;
  }

  /**
   * A project whose files are read, in the background unless `whole` is true.
   * @param own a file that the caller has already read
   */
  async read(root: string, marked: boolean, own: string | undefined, whole: boolean): Promise<Project> {
    const known = this.#known(root, marked);
    const { project, listing } = known;
    if (known.reading === undefined) {
      known.reading = listing.then(() => project.readAll());
      known.reading.then(
        () => this.#onRead(),
        () => this.#projects.delete(root),
      );
    }
    if (whole) await known.reading;
    if (project.isRead || whole) await project.refresh(own);
    return project;
  }

  changed(file: string): void {
    for (const { project } of this.#projects.values()) project.changed(file);
  }

  /** Returns whether a project had files there. */
  removed(path: string): boolean {
    return [...this.#projects.values()].map(({ project }) => project.removed(path)).includes(true);
  }

  /** Discards the projects around a new folder, so that they are listed again. */
  folderAdded(folder: string): void {
    for (const root of this.#projects.keys()) if (isInside(folder, root)) this.#projects.delete(root);
  }

  clear(): void {
    this.#projects.clear();
  }

  #known(root: string, marked: boolean): KnownProject {
    const before = this.#projects.get(root);
    if (before !== undefined) return before;
    const project = new Project(root, this.#source);
    const listing = this.#listFiles(root, marked).then((paths) => project.list(paths));
    const known: KnownProject = { project, listing, reading: undefined };
    this.#projects.set(root, known);
    // The next call tries again.
    listing.catch(() => this.#projects.delete(root));
    return known;
  }
}
