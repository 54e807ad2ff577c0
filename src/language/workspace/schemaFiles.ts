import { toFailure } from '../../base/reqError.ts';
import { schemaNamesIn } from '../semantics/request/schemaNames.ts';
import type { ApiPlace } from './apiDocuments.ts';
import { textWithin, type AroundPlace, type FileSource } from './collection.ts';
import { folderOf, isInside, relativePath, resolvePath } from './workspacePaths.ts';

/** A schema file to be checked. */
export interface SchemaText {
  /** Absolute path. */
  readonly file: string;
  /** Name for messages. */
  readonly name: string;
  readonly text: string;
  /** Begins with `#`, or is empty. */
  readonly fragment: string;
  /** Reads a file that the schema references. */
  readonly read: (path: string) => Promise<{ readonly name: string; readonly text: string } | { readonly problem: string }>;
}

/** Errors of a schema. Messages are phrases without a period. */
export interface CheckedSchema {
  /** Why it is unusable as a whole. */
  readonly problem: string | undefined;
  /** References without a target: values that reach them cannot be checked. */
  readonly parts: readonly string[];
}

export type CheckSchema = (source: SchemaText) => Promise<CheckedSchema>;

export type SchemaFileState =
  | ({ readonly kind: 'checked' } & CheckedSchema)
  /** Reading it requires permission. */
  | { readonly kind: 'outside'; readonly root: string };

/** The schema files that a request file names, by absolute path with the fragment; without those being read. */
export type SchemaFiles = ReadonlyMap<string, SchemaFileState>;

const noSchemaFiles: SchemaFiles = new Map();

export const schemaFileKey = (file: string, fragment: string): string => `${file}${fragment}`;

interface Cached {
  readonly found: Promise<SchemaFileState>;
  settled: SchemaFileState | undefined;
  /** The file and its referenced files. */
  readonly files: Set<string>;
  /** False after a change of one of its files was reported. */
  current: boolean;
}

/** The files of `matchesSchema`. Each version is checked once. */
export class SchemaFileCache {
  readonly #source: FileSource;
  readonly #check: CheckSchema | undefined;
  readonly #onRead: () => void;
  /** By root, folder of the request file, and key. */
  readonly #cached = new Map<string, Cached>();

  /** @param onRead called when a schema was read that was missing in a view */
  constructor(source: FileSource, check: CheckSchema | undefined, onRead: () => void) {
    this.#source = source;
    this.#check = check;
    this.#onRead = onRead;
  }

  /** The schemas of a file. If `waits` is true, waits until they are checked. */
  async of({ file, tree, collection }: ApiPlace, waits: boolean): Promise<SchemaFiles> {
    if (this.#check === undefined) return noSchemaFiles;
    const folder = folderOf(file);
    const { root } = collection;
    const wanted = new Map<string, Promise<SchemaFileState> | SchemaFileState | undefined>();
    for (const names of schemaNamesIn(tree).computed)
      for (const named of names) {
        if (named.kind !== 'file' || named.path.text === '') continue;
        const path = resolvePath(folder, named.path.text);
        const key = schemaFileKey(path, named.fragment);
        if (!wanted.has(key)) wanted.set(key, this.#of(path, named.path.text, named.fragment, { root, folder }, waits));
      }
    if (wanted.size === 0) return noSchemaFiles;
    const states = new Map<string, SchemaFileState>();
    for (const [key, state] of wanted) {
      const found = await state;
      if (found !== undefined) states.set(key, found);
    }
    return states;
  }

  #of(
    path: string,
    written: string,
    fragment: string,
    place: AroundPlace,
    waits: boolean,
  ): Promise<SchemaFileState> | SchemaFileState | undefined {
    if (!isInside(path, place.root)) return { kind: 'outside', root: place.root };
    const key = [place.root, place.folder, path, fragment].join('\0');
    const known = this.#cached.get(key);
    const made = known?.current === true ? known : this.#start(key, path, written, fragment, place, known);
    return waits ? made.found : made.settled;
  }

  #start(key: string, path: string, written: string, fragment: string, place: AroundPlace, before: Cached | undefined): Cached {
    const files = new Set([path]);
    const found = this.#look(path, written, fragment, place, files);
    // The result of the previous version, until that of the new one is known.
    const made: Cached = { found, settled: before?.settled, files, current: true };
    this.#cached.set(key, made);
    void found.then((state) => {
      const isNew = JSON.stringify(state) !== JSON.stringify(made.settled);
      made.settled = state;
      if (isNew) this.#onRead();
    });
    return made;
  }

  async #look(file: string, name: string, fragment: string, place: AroundPlace, files: Set<string>): Promise<SchemaFileState> {
    const failed = (problem: string): SchemaFileState => ({ kind: 'checked', problem, parts: [] });
    const read = async (path: string): Promise<{ readonly name: string; readonly text: string } | { readonly problem: string }> => {
      files.add(path);
      const shown = path === file ? name : relativePath(place.folder, path);
      const text = await textWithin(this.#source, path, shown, place);
      return 'problem' in text ? text : { name: shown, text: text.text };
    };
    const text = await read(file);
    if ('problem' in text) return failed(text.problem);
    try {
      const checked = await this.#check?.({ file, name, text: text.text, fragment, read });
      return { kind: 'checked', problem: checked?.problem, parts: checked?.parts ?? [] };
    } catch (e) {
      return failed(toFailure(e).message.replace(/\.$/, ''));
    }
  }

  /** Returns whether a schema depends on the file, or on a file in the folder; without a path, all files may have changed. */
  changed(path?: string): boolean {
    let known = false;
    for (const cached of this.#cached.values()) {
      if (path !== undefined && ![...cached.files].some((file) => isInside(file, path))) continue;
      cached.current = false;
      known = true;
    }
    return known;
  }

  clear(): void {
    this.#cached.clear();
  }
}
