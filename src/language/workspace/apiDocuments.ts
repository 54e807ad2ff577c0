import { toFailure } from '../../base/reqError.ts';
import { noApis, type ApiIndex, type Apis, type FoundApi } from '../semantics/api/apiIndex.ts';
import { apiNamedBy, type NamedApi } from '../semantics/api/apiNaming.ts';
import { contentOf, type Block, type DocumentTree } from '../syntax/nodes.ts';
import { cachePerBlock } from '../incremental/blockCache.ts';
import { textWithin, type AroundPlace, type Collection, type FileSource, type TextWithin } from './collection.ts';
import { folderOf, isInside } from './workspacePaths.ts';

/** An OpenAPI document to be read. */
export interface ApiText {
  readonly file: string;
  /** Absolute path against which its relative references are resolved. Default: that of the document. */
  readonly base?: string;
  readonly name: string;
  readonly text: string;
  readonly read: (path: string) => Promise<{ readonly text: string } | { readonly problem: string }>;
}

/** Reads a document and builds its index, in a worker thread if it is large. */
export type ReadApi = (
  source: ApiText,
) => Promise<{ readonly ok: true; readonly index: ApiIndex } | { readonly ok: false; readonly message: string }>;

interface Cached {
  /** The documents' texts, by hash. */
  readonly version: string;
  readonly found: Promise<FoundApi>;
  /** Undefined while it is being read. */
  settled: FoundApi | undefined;
  /** False after a change of one of its files was reported. */
  current: boolean;
}

export interface ApiPlace {
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
}

const none: readonly never[] = [];

/** Whether each block of a file names a document: `true` or nothing. */
export const namingBlocks = cachePerBlock((_, block): readonly true[] =>
  contentOf(block).directives.some((d) => d.name.text === 'openapi') ? [true] : none,
);

function* namedIn(tree: DocumentTree, file: string): Generator<NamedApi> {
  for (const [i, names] of namingBlocks(tree).computed.entries()) {
    const named = names.length === 0 ? undefined : apiNamedBy(tree.blocks[i] as Block, file);
    if (named !== undefined && named !== 'none') yield named;
  }
}

/** The documents named by the blocks of a file and of the surrounding files. */
export function* documentsAround(tree: DocumentTree, file: string, { shared }: Collection): Generator<NamedApi> {
  yield* namedIn(tree, file);
  for (const around of shared) yield* namedIn(around.tree, around.file);
}

/** Message for a document whose copy is missing. */
export const notFetched = (written: string): string =>
  `${written} was not fetched yet: run Fetch OpenAPI Document in the editor, or req openapi in a terminal`;

/** The OpenAPI documents that `# @openapi` names. The index of each version of a document is built once. */
export class ApiDocumentCache {
  readonly #source: FileSource;
  readonly #read: ReadApi | undefined;
  readonly #display: (file: string) => string;
  readonly #onRead: () => void;
  /** By root and path. */
  readonly #cached = new Map<string, Cached>();

  /** @param onRead called when a document was read that was missing in a view */
  constructor(source: FileSource, read: ReadApi | undefined, display: (file: string) => string, onRead: () => void) {
    this.#source = source;
    this.#read = read;
    this.#display = display;
    this.#onRead = onRead;
  }

  /** The documents around a file. If `waits` is true, waits until they are read; otherwise documents being read are marked as such. */
  async of({ file, tree, collection }: ApiPlace, waits: boolean): Promise<Apis> {
    if (this.#read === undefined) return noApis;
    const paths = new Map<string, NamedApi>();
    for (const named of documentsAround(tree, file, collection)) paths.set(named.path, named);
    if (paths.size === 0) return noApis;
    const found = await Promise.all(
      [...paths].map(async ([path, named]): Promise<readonly [string, FoundApi]> => [path, await this.#of(named, collection.root, waits)]),
    );
    return new Map(found);
  }

  async #of(named: NamedApi, root: string, waits: boolean): Promise<FoundApi> {
    const { path, by } = named;
    const key = `${root}\0${path}`;
    const known = this.#cached.get(key);
    if (known?.current === true) return known.settled ?? (waits ? known.found : { kind: 'reading', file: path });
    const reading = this.#find(key, named, { root, folder: folderOf(by) });
    if (waits || known?.settled === undefined) return waits ? reading.then((c) => c.found) : this.#later(reading, path);
    // The index of the previous version, until the new one is made.
    void this.#later(reading, path);
    return known.settled;
  }

  async #later(reading: Promise<Cached>, path: string): Promise<FoundApi> {
    const done = reading.then((c) => c.found);
    void done.then(this.#onRead, () => undefined);
    return { kind: 'reading', file: path };
  }

  #reading = new Map<string, Promise<Cached>>();

  #find(key: string, named: NamedApi, place: AroundPlace): Promise<Cached> {
    const under = this.#reading.get(key);
    if (under !== undefined) return under;
    const made = this.#make(key, named, place).finally(() => this.#reading.delete(key));
    this.#reading.set(key, made);
    return made;
  }

  async #make(key: string, named: NamedApi, place: AroundPlace): Promise<Cached> {
    const { path, written, isUrl } = named;
    const text = await this.#text(path, written, place, isUrl ? notFetched(written) : undefined);
    const known = this.#cached.get(key);
    const settled = known?.settled;
    const others = settled?.kind === 'index' ? settled.index.files : [];
    const otherTexts = await Promise.all(others.map((file) => this.#text(file, file, place)));
    const version = [text, ...otherTexts].map((t) => ('text' in t ? hashOf(t.text) : t.problem)).join(' ');
    if (known !== undefined && known.version === version) {
      known.current = true;
      return known;
    }
    const cached: Cached = { version, found: this.#index(named, text, place), settled: undefined, current: true };
    this.#cached.set(key, cached);
    const found = await cached.found;
    cached.settled = found;
    if (found.kind !== 'index' || found.index.files.length === 0) return cached;
    // The version counts the files that are known now.
    const texts = await Promise.all(found.index.files.map((file) => this.#text(file, file, place)));
    const whole = { ...cached, version: [text, ...texts].map((t) => ('text' in t ? hashOf(t.text) : t.problem)).join(' ') };
    this.#cached.set(key, whole);
    return whole;
  }

  async #index({ path: file, base, written }: NamedApi, text: TextWithin, place: AroundPlace): Promise<FoundApi> {
    if ('problem' in text) return { kind: 'problem', file, message: text.problem };
    const read = (path: string): Promise<TextWithin> => this.#text(path, this.#display(path), place);
    try {
      const made = await this.#read?.({ file, base, name: written, text: text.text, read });
      if (made?.ok === true) return { kind: 'index', file, index: made.index };
      return { kind: 'problem', file, message: made?.message ?? '' };
    } catch (e) {
      return { kind: 'problem', file, message: toFailure(e).message };
    }
  }

  #text(file: string, written: string, place: AroundPlace, absent?: string): Promise<TextWithin> {
    return textWithin(this.#source, file, written, place, absent);
  }

  /** Returns whether a document depends on the file, or on a file in the folder. */
  changed(path: string): boolean {
    let known = false;
    for (const [key, cached] of this.#cached) {
      const [, file = ''] = key.split('\0');
      const others = cached.settled?.kind === 'index' ? cached.settled.index.files : [];
      if (![file, ...others].some((f) => isInside(f, path))) continue;
      cached.current = false;
      known = true;
    }
    return known;
  }

  clear(): void {
    this.#cached.clear();
  }
}

/** Two hashes of 32 bits, and the length: equal texts are recognized without storing them. */
function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return `${text.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
