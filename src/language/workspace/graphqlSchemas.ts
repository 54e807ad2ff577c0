import { toFailure } from '../../base/reqError.ts';
import type { ReadSchema, Schema } from '../../graphql/index.ts';
import { sharedBlocks, type BlockContext } from '../semantics/variables/blockContext.ts';
import { contentOf, type Block } from '../syntax/nodes.ts';
import { readAround, type FileSource } from './collection.ts';
import { folderOf, isInside, resolvePath } from './workspacePaths.ts';

export type SchemaState =
  /** It is read in the background. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly file: string; readonly message: string }
  | { readonly kind: 'schema'; readonly file: string; readonly schema: Schema };

/** A schema that `# @graphql` names. */
interface NamedSchema {
  /** Absolute path as written, without the environment's name. */
  readonly path: string;
}

export interface SchemaPlace extends NamedSchema {
  /** Root of the collection, which the file must be in. */
  readonly root: string;
  readonly folder: string;
  readonly environment: string | undefined;
}

const argumentIn = (block: Block): string | undefined =>
  contentOf(block).directives.findLast(({ name, argument }) => name.text === 'graphql' && argument !== undefined)?.argument?.text;

/** The schema of a request: that of its own `# @graphql`, else of the innermost block around it. */
export function namedSchema(context: BlockContext): NamedSchema | undefined {
  const own = argumentIn(context.block);
  const found =
    own === undefined
      ? sharedBlocks(context)
          .map(({ block, file }) => ({ written: argumentIn(block), file }))
          .find(({ written }) => written !== undefined)
      : { written: own, file: context.file };
  if (found?.written === undefined || found.written === 'none' || found.written.includes('{{')) return undefined;
  return { path: resolvePath(folderOf(found.file), found.written) };
}

/** The file of a schema for one environment: `schema.dev.graphql` for `schema.graphql`. */
export function schemaFileIn(path: string, environment: string | undefined): string {
  if (environment === undefined) return path;
  const folder = folderOf(path);
  const name = path.slice(folder.length);
  const dot = name.lastIndexOf('.');
  const at = dot > 1 ? dot : name.length;
  return `${folder}${name.slice(0, at)}.${fileNamePart(environment)}${name.slice(at)}`;
}

/** A name as a part of a file name, different for different names. */
const fileNamePart = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}_-]/gu, (c) => `%${(c.codePointAt(0) ?? 0).toString(16)}`).slice(0, 100);

interface Entry {
  state: SchemaState;
  /** False after a change of a file was reported. */
  current: boolean;
  reading: Promise<SchemaState> | undefined;
  readonly files: readonly string[];
}

/** Texts whose schemas are kept. */
const mostKept = 4;

/** Lets other work of the thread be done. */
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** The GraphQL schemas of request files. Each text is parsed once, in the background. */
export class GraphqlSchemas {
  readonly #source: FileSource;
  readonly #unchanging: boolean;
  readonly #onRead: () => void;
  readonly #entries = new Map<string, Entry>();
  /** By text, the last used last. */
  readonly #parsed = new Map<string, Promise<ReadSchema>>();
  #version = 0;

  /** @param onRead called when a schema was read in the background, so that views are out of date */
  constructor(source: FileSource, unchanging: boolean, onRead: () => void) {
    this.#source = source;
    this.#unchanging = unchanging;
    this.#onRead = onRead;
  }

  get version(): number {
    return this.#version;
  }

  stateOf(place: SchemaPlace): SchemaState {
    const entry = this.#entryOf(place);
    if (!entry.current) void this.#update(entry, place);
    return entry.state;
  }

  async read(place: SchemaPlace): Promise<SchemaState> {
    const entry = this.#entryOf(place);
    return entry.current && entry.reading === undefined ? entry.state : this.#update(entry, place);
  }

  /** Whether schemas come from the file, or from a file in the folder. */
  changed(path: string): boolean {
    let isKnown = false;
    for (const entry of this.#entries.values()) {
      if (!entry.files.some((file) => isInside(file, path))) continue;
      entry.current = false;
      isKnown = true;
    }
    return isKnown;
  }

  /** Files are checked when they are next needed. */
  doubt(): void {
    if (!this.#unchanging) for (const entry of this.#entries.values()) entry.current = false;
  }

  clear(): void {
    this.#entries.clear();
    this.#version++;
  }

  #entryOf({ path, root, environment }: SchemaPlace): Entry {
    const key = [root, path, environment ?? ''].join('\0');
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const files = environment === undefined ? [path] : [schemaFileIn(path, environment), path];
      entry = { state: { kind: 'reading' }, current: false, reading: undefined, files };
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #update(entry: Entry, place: SchemaPlace): Promise<SchemaState> {
    if (entry.reading !== undefined && entry.current) return entry.reading;
    entry.current = true;
    const before = entry.reading ?? Promise.resolve();
    const reading = before
      .then(() => this.#found(entry, place))
      .then((state) => {
        if (entry.reading === reading) entry.reading = undefined;
        if (!isSame(entry.state, state)) {
          entry.state = state;
          this.#version++;
          this.#onRead();
        }
        return entry.state;
      });
    entry.reading = reading;
    return reading;
  }

  async #found(entry: Entry, { root, folder }: SchemaPlace): Promise<SchemaState> {
    for (const file of entry.files) {
      const problem = (message: string): SchemaState => ({ kind: 'problem', file, message });
      if (!isInside(file, root)) return problem(`it is outside ${root}. Copy it into the collection`);
      try {
        const text = await readAround(this.#source, file, { root, folder });
        if (text === undefined) continue;
        if (typeof text !== 'string') return problem(text.ignored);
        const read = await this.#parse(text);
        return 'schema' in read ? { kind: 'schema', file, schema: read.schema } : problem(read.problem);
      } catch (e) {
        return problem(toFailure(e).message.replace(/\.$/, ''));
      }
    }
    return { kind: 'missing' };
  }

  #parse(text: string): Promise<ReadSchema> {
    const known = this.#parsed.get(text);
    this.#parsed.delete(text);
    const parsed = known ?? import('../../graphql/index.ts').then(({ readSchema }) => readSchema(text, pause));
    this.#parsed.set(text, parsed);
    for (const [oldest] of this.#parsed) if (this.#parsed.size > mostKept) this.#parsed.delete(oldest);
    return parsed;
  }
}

function isSame(a: SchemaState, b: SchemaState): boolean {
  if (a.kind === 'schema') return b.kind === 'schema' && a.schema === b.schema && a.file === b.file;
  if (a.kind === 'problem') return b.kind === 'problem' && a.message === b.message && a.file === b.file;
  return a.kind === b.kind;
}
