import { fileURLToPath, pathToFileURL } from 'node:url';
import { isReqError } from '../../../base/reqError.ts';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import { isObjectValue, type Value } from '../../../base/values/value.ts';
import { folderOf, join, relativePath, resolvePath, type BlockContext } from '../../../language/index.ts';
import { PreparedSchema, type SchemaModule } from '../../check/preparedSchema.ts';
import type { SchemaWork } from '../../../schema/index.ts';
import type { Host } from '../../ports/host.ts';
import { quickOrBusy } from '../values/atLength.ts';
import { permittedVersion, readPermitted } from '../permissions/permittedFile.ts';

export type FoundSchema = { readonly ok: true; readonly schema: PreparedSchema } | { readonly ok: false; readonly message: string };

/** Dependencies for reading schemas. */
export interface SchemaPorts {
  readonly context: BlockContext;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Limit of one check in milliseconds. */
  readonly timeMs: number;
  /** A schema without a file of its own: its name in messages, and its size in characters. */
  readonly inline?: { readonly name: string; readonly size: number };
}

/**
 * Reads the schema of `matchesSchema` and its referenced files. Nothing is fetched from the network.
 * @param right a schema, or the path of one with an optional fragment, relative to the request's file
 * @throws {ReqError} `cancelled`
 */
export async function readSchema(right: Value, around: SchemaPorts): Promise<FoundSchema> {
  const module = await import('../../../schema/index.ts');
  const folder = folderOf(around.context.file);
  const isInline = isObjectValue(right) || typeof right === 'boolean';
  if (!isInline && typeof right !== 'string') return { ok: false, message: 'a schema is a file, an object, true or false' };
  const inline = inlineUri(folder);
  const name = isInline ? (around.inline?.name ?? 'the schema') : right;
  return prepared({ uri: isInline ? inline : uriOf(right, folder), value: isInline ? right : undefined, name, inline }, around, module);
}

/**
 * Prepares a schema at a place of an OpenAPI document that was read.
 * @param at URI with a JSON pointer
 * @param document its URI, its file, and the document or the required part of it
 * @throws {ReqError} `cancelled`
 */
export async function schemaAt(
  at: string,
  document: { readonly uri: string; readonly file: string; readonly value: Value; readonly name: string },
  around: SchemaPorts,
): Promise<FoundSchema> {
  const module = await import('../../../schema/index.ts');
  const inline = inlineUri(folderOf(around.context.file));
  // A root that refers to the schema, so that the dialect of the OpenAPI document applies in its other files too.
  const root = new Map<string, Value>([['schema', new Map([['$ref', at]])]]);
  for (const key of ['openapi', 'jsonSchemaDialect']) {
    const value = isObjectValue(document.value) ? document.value.get(key) : undefined;
    if (value !== undefined) root.set(key, value);
  }
  return prepared({ uri: `${inline}#/schema`, value: root, name: document.name, inline, document }, around, module);
}

interface WantedSchema {
  readonly uri: string;
  readonly value: Value | undefined;
  readonly name: string;
  /** URI of the schema on the line. */
  readonly inline: string;
  /** A document that is already read. */
  readonly document?: { readonly uri: string; readonly file: string; readonly value: Value };
}

const inlineUri = (folder: string): string => pathToFileURL(join(folder, 'schema on the line')).href;

async function prepared(
  { uri, value, name, inline, document }: WantedSchema,
  around: SchemaPorts,
  module: SchemaModule,
): Promise<FoundSchema> {
  const { context, timeMs } = around;
  const folder = folderOf(context.file);
  // References of a fetched document start elsewhere than its copy is.
  const fileAt = (whole: string): string | undefined =>
    whole === document?.uri ? document.file : whole.startsWith('file:') ? pathOf(whole) : undefined;
  const shownUri = (of: string): string => {
    const [whole = '', fragment = ''] = of.split('#');
    if (whole === inline) return `#${fragment}`;
    const path = fileAt(whole);
    const file = path === undefined ? whole : relativePath(folder, path);
    return fragment === '' ? file : `${file}#${decoded(fragment)}`;
  };
  const fileOf = (of: string): { readonly file: string; readonly pointer: string } | undefined => {
    const [whole = '', fragment = ''] = of.split('#');
    const file = whole === inline ? undefined : fileAt(whole);
    return file === undefined ? undefined : { file, pointer: decoded(fragment) };
  };
  const failed = (why: string): FoundSchema => ({ ok: false, message: `${name} cannot be used: ${why}` });
  try {
    const work = workOf(around, (why) => new module.SchemaProblem(why));
    if (value !== undefined) work.grow(document === undefined ? (around.inline?.size ?? context.tree.text.length) : Infinity);
    const reading: Reading = { ...around, ...work, shown: shownUri, read: module.readDocument, base: inline };
    const load = (of: string): Promise<Loaded> =>
      of === document?.uri ? Promise.resolve({ value: document.value }) : readDocument(of, reading);
    const set = new module.SchemaSet(load, work);
    const root = await set.add(uri, value);
    const problem = await module.schemaProblem(root, set, work);
    if (problem !== undefined) return failed(problem);
    const validator = new module.Validator(set, root);
    return {
      ok: true,
      schema: new PreparedSchema({
        name,
        module,
        validator,
        shownLocation: shownUri,
        fileOf,
        timeMs,
        run: (limit, check) => quickOrBusy(around.host, limit, check),
      }),
    };
  } catch (e) {
    if (e instanceof module.SchemaProblem) return failed(e.message);
    throw e;
  }
}

function uriOf(written: string, folder: string): string {
  if (/^https?:/i.test(written)) return written;
  const hash = written.indexOf('#');
  const [path, fragment] = hash < 0 ? [written, ''] : [written.slice(0, hash), written.slice(hash)];
  return pathToFileURL(resolvePath(folder, path)).href + fragment;
}

interface TimedWork extends SchemaWork {
  /** Adds characters to the amount of text being processed. */
  readonly grow: (characters: number) => void;
  /** Awaits work that does not count against the time limit, such as a permission prompt. */
  readonly wait: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Minimum characters of schemas for which reading takes noticeable time. */
const large = 64 * 1024;

/** Reading and checking a schema ends at the limit; waiting for files and permissions does not count. */
function workOf({ host: { busy }, signal, timeMs }: SchemaPorts, problem: (why: string) => unknown): TimedWork {
  let end = performance.now() + timeMs;
  let size = 0;
  return {
    grow(characters) {
      size += characters;
    },
    goOn() {
      signal.throwIfAborted();
      if (performance.now() > end) throw problem(`reading it takes longer than ${timeMs / 1000} s`);
    },
    run: async (work) => (busy === undefined || size < large ? work() : busy(work)),
    async wait(work) {
      const since = performance.now();
      try {
        return await work();
      } finally {
        end += performance.now() - since;
      }
    },
  };
}

/** The path of a `file:` URL; undefined if it has none. A host is part of the path, so `file://HOST/…` is a path on Windows only. */
function pathOf(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURI(fragment);
  } catch {
    return fragment;
  }
}

/** The host of a `file:` URL: empty for this machine. A collection may be on a Windows share. */
const hostOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).host : '');

type Loaded = { readonly value: Value } | { readonly problem: string } | undefined;

interface Reading extends SchemaPorts, TimedWork {
  /** URL of a file beside the request. */
  readonly base: string;
  readonly shown: (uri: string) => string;
  readonly read: (name: string, text: string) => Exclude<Loaded, undefined>;
}

/** Files are read with the same permissions as those of bodies: in the collection, or allowed by the user. */
async function readDocument(uri: string, reading: Reading): Promise<Loaded> {
  if (!uri.startsWith('file:')) return undefined;
  const { context, host, signal, base, shown, run, wait, goOn, grow } = reading;
  const otherHost = hostOf(uri);
  if (otherHost !== '' && otherHost !== hostOf(base))
    return {
      problem: `${uri} is on the host ${otherHost}, and schemas are not fetched from the network. Copy the file into the collection`,
    };
  const path = pathOf(uri);
  if (path === undefined) return { problem: `${uri} is not the address of a file` };
  const name = shown(uri);
  try {
    const named = { path, root: context.collection.root, what: 'The schema', kind: 'body' } as const;
    const version = await wait(() => permittedVersion(named, host, signal));
    if (version === undefined)
      return { problem: `${name} is outside ${named.root}, and reading it was not allowed. Allow it when asked, or pass --allow-read DIR` };
    const bytes = await wait(() => readPermitted(named, version, host));
    if (bytes === undefined) return { problem: `there is no file ${name}. Paths are relative to the file that names them` };
    grow(bytes.length);
    const found = await run(() => {
      const text = decodeUtf8(bytes);
      return text.ok ? reading.read(name, text.text) : { problem: `${name} is not UTF-8 (at byte ${text.offset})` };
    });
    goOn();
    return found;
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    return { problem: e.message };
  }
}
