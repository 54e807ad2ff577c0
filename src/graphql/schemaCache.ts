import { readSchema, type ReadSchema } from './readSchema.ts';
import type { Schema } from './schema.ts';

export type SchemaState =
  /** Being read in the background. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly file: string; readonly message: string }
  | { readonly kind: 'schema'; readonly file: string; readonly schema: Schema };

/** The source of a schema: a key and candidate files, of which the first that exists is read. */
export interface SchemaSource {
  readonly key: string;
  readonly files: readonly string[];
  /** Undefined if the file does not exist. */
  readonly readText: (file: string) => Promise<string | { readonly problem: string } | undefined>;
}

interface Entry {
  state: SchemaState;
  /** False after a change of a file was reported. */
  current: boolean;
  reading: Promise<SchemaState> | undefined;
  readonly source: SchemaSource;
}

/** Maximum number of cached texts. */
const mostKept = 4;

/** Yields to other work of the thread. */
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

/** Schemas of files. Each text is parsed once, in the background. */
export class SchemaCache {
  readonly #onRead: () => void;
  readonly #entries = new Map<string, Entry>();
  /** By text, the most recently used last. */
  readonly #parsed = new Map<string, Promise<ReadSchema>>();

  /** @param onRead called when a schema changed */
  constructor(onRead: () => void) {
    this.#onRead = onRead;
  }

  stateOf(source: SchemaSource): SchemaState {
    const entry = this.#entryOf(source);
    if (!entry.current) void this.#update(entry);
    return entry.state;
  }

  async read(source: SchemaSource): Promise<SchemaState> {
    const entry = this.#entryOf(source);
    return entry.current && entry.reading === undefined ? entry.state : this.#update(entry);
  }

  /** Reports changed files. Returns whether cached schemas depend on one of them. */
  changed(isChanged: (file: string) => boolean): boolean {
    let isKnown = false;
    for (const entry of this.#entries.values()) {
      if (!entry.source.files.some(isChanged)) continue;
      entry.current = false;
      isKnown = true;
    }
    return isKnown;
  }

  #entryOf(source: SchemaSource): Entry {
    let entry = this.#entries.get(source.key);
    if (entry === undefined)
      this.#entries.set(source.key, (entry = { state: { kind: 'reading' }, current: false, reading: undefined, source }));
    return entry;
  }

  #update(entry: Entry): Promise<SchemaState> {
    if (entry.reading !== undefined && entry.current) return entry.reading;
    entry.current = true;
    const before = entry.reading ?? Promise.resolve();
    const reading = before
      .then(() => this.#found(entry.source))
      .then((state) => {
        if (entry.reading === reading) entry.reading = undefined;
        if (!isSame(entry.state, state)) {
          entry.state = state;
          this.#onRead();
        }
        return entry.state;
      });
    entry.reading = reading;
    return reading;
  }

  async #found({ files, readText }: SchemaSource): Promise<SchemaState> {
    for (const file of files) {
      const text = await readText(file);
      if (text === undefined) continue;
      const read = typeof text === 'string' ? await this.#parse(text) : text;
      return 'schema' in read ? { kind: 'schema', file, schema: read.schema } : { kind: 'problem', file, message: read.problem };
    }
    return { kind: 'missing' };
  }

  #parse(text: string): Promise<ReadSchema> {
    const parsed = this.#parsed.get(text) ?? readSchema(text, pause);
    this.#parsed.delete(text);
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
