import { toFailure } from '../../base/reqError.ts';
import type { SchemaCache, SchemaSource, SchemaState } from '../../graphql/index.ts';
import { sharedBlocks, type BlockContext } from '../semantics/variables/blockContext.ts';
import { contentOf, type Block } from '../syntax/nodes.ts';
import { readAround, type FileSource } from './collection.ts';
import { folderOf, isInside, resolvePath } from './workspacePaths.ts';

const argumentIn = (block: Block): string | undefined =>
  contentOf(block).directives.findLast(({ name, argument }) => name.text === 'graphql' && argument !== undefined)?.argument?.text;

/**
 * The absolute path that the request's own `# @graphql` names, else that of the innermost block around it. The file can have the
 * environment's name too.
 */
export function namedSchema(context: BlockContext): string | undefined {
  let [written, file] = [argumentIn(context.block), context.file];
  if (written === undefined)
    for (const shared of sharedBlocks(context)) {
      [written, file] = [argumentIn(shared.block), shared.file];
      if (written !== undefined) break;
    }
  return written === undefined || written === 'none' || written.includes('{{') ? undefined : resolvePath(folderOf(file), written);
}

/** The file of a schema for one environment: `schema.dev.graphql` for `schema.graphql`. */
export function schemaFileIn(path: string, environment: string | undefined): string {
  if (environment === undefined) return path;
  const [, before = path, extension = ''] = /^(.*[^\\/])(\.[^.\\/]*)$/s.exec(path) ?? [];
  // Different for different names.
  const name = environment.replaceAll(/[^\p{L}\p{N}_-]/gu, (c) => `%${(c.codePointAt(0) ?? 0).toString(16)}`);
  return `${before}.${name.slice(0, 100)}${extension}`;
}

/** The GraphQL schemas that request files name. The reader is loaded with the first one. */
export class GraphqlSchemas {
  readonly #source: FileSource;
  readonly #onRead: () => void;
  #cache: SchemaCache | undefined;
  #loading: Promise<SchemaCache> | undefined;
  #version = 0;

  /** @param onRead called when a schema was read in the background, so that views are out of date */
  constructor(source: FileSource, onRead: () => void) {
    this.#source = source;
    this.#onRead = onRead;
  }

  /** Changes with each schema that is read. */
  get version(): number {
    return this.#version;
  }

  /** The state of a block's schema; undefined if none is named. */
  stateOf(context: BlockContext): SchemaState | undefined {
    const source = this.#sourceOf(context);
    if (source === undefined) return undefined;
    if (this.#cache !== undefined) return this.#cache.stateOf(source);
    void this.#load().then((cache) => cache.stateOf(source));
    return { kind: 'reading' };
  }

  async read(context: BlockContext): Promise<SchemaState | undefined> {
    const source = this.#sourceOf(context);
    return source && (await this.#load()).read(source);
  }

  /** Reports a changed file or folder; without a path, all files may have changed. Returns whether schemas depend on it. */
  changed(path?: string): boolean {
    return this.#cache?.changed((file) => path === undefined || isInside(file, path)) ?? false;
  }

  async #load(): Promise<SchemaCache> {
    this.#loading ??= import('../../graphql/index.ts').then((module) => {
      this.#cache = new module.SchemaCache(() => {
        this.#version++;
        this.#onRead();
      });
      return this.#cache;
    });
    return this.#loading;
  }

  #sourceOf(context: BlockContext): SchemaSource | undefined {
    const path = namedSchema(context);
    if (path === undefined) return undefined;
    const { environment, collection } = context;
    const { root, folder } = collection;
    return {
      key: [root, path, environment ?? ''].join('\0'),
      files: environment === undefined ? [path] : [schemaFileIn(path, environment), path],
      readText: async (file) => {
        if (!isInside(file, root)) return { problem: `it is outside ${root}. Copy it into the collection` };
        try {
          const text = await readAround(this.#source, file, { root, folder });
          return typeof text === 'object' ? { problem: text.ignored } : text;
        } catch (e) {
          return { problem: toFailure(e).message.replace(/\.$/, '') };
        }
      },
    };
  }
}
