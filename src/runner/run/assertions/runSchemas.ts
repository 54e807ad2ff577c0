import { fileURLToPath, pathToFileURL } from 'node:url';
import { isReqError } from '../../../base/reqError.ts';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import { isObjectValue, type Value } from '../../../base/values/value.ts';
import { folderOf, join, relativePath, resolvePath, type BlockContext } from '../../../language/index.ts';
import { PreparedSchema } from '../../check/preparedSchema.ts';
import type { Host } from '../../ports/host.ts';
import { permittedVersion, readPermitted } from '../permissions/permittedFile.ts';

export type FoundSchema = { readonly ok: true; readonly schema: PreparedSchema } | { readonly ok: false; readonly message: string };

/** What reading schemas needs. */
export interface SchemaPorts {
  readonly context: BlockContext;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Limit of one check in milliseconds. */
  readonly timeMs: number;
  /** What messages call a schema that is not in a file of its own. */
  readonly inlineName?: string;
}

/**
 * Reads the schema of `matchesSchema` and the files that it refers to. Nothing is fetched from the network.
 * @param right a schema, or the path of one with an optional fragment, relative to the request's file
 * @throws {ReqError} `cancelled`
 */
export async function readSchema(right: Value, around: SchemaPorts): Promise<FoundSchema> {
  const module = await import('../../../schema/index.ts');
  const { context, timeMs } = around;
  const folder = folderOf(context.file);
  const isInline = isObjectValue(right) || typeof right === 'boolean';
  if (!isInline && typeof right !== 'string') return { ok: false, message: 'a schema is a file, an object, true or false' };
  const inline = pathToFileURL(join(folder, 'schema on the line')).href;
  const name = isInline ? (around.inlineName ?? 'the schema') : right;
  const shownUri = (uri: string): string => {
    const [document = '', fragment = ''] = uri.split('#');
    if (document === inline) return `#${fragment}`;
    const file = document.startsWith('file:') ? relativePath(folder, fileURLToPath(document)) : document;
    return fragment === '' ? file : `${file}#${decodeURI(fragment)}`;
  };
  const failed = (why: string): FoundSchema => ({ ok: false, message: `${name} cannot be used: ${why}` });
  try {
    const set = new module.SchemaSet((uri) => readDocument(uri, around, shownUri, module.readDocument));
    const root = await set.add(isInline ? inline : uriOf(right, folder), isInline ? right : undefined);
    if (isObjectValue(root)) {
      const [error] = await module.schemaErrors(root, set.placeOf(root), () => around.signal.throwIfAborted());
      if (error !== undefined) return failed(`it is not a schema, because #${pointer(error.path)} ${error.message}`);
    }
    const validator = new module.Validator(set, root);
    return { ok: true, schema: new PreparedSchema({ name, module, validator, shownLocation: shownUri, timeMs }) };
  } catch (e) {
    if (e instanceof module.SchemaProblem) return failed(e.message);
    throw e;
  }
}

const pointer = (path: readonly (string | number)[]): string => path.map((key) => `/${key}`).join('');

function uriOf(written: string, folder: string): string {
  const hash = written.indexOf('#');
  const [path, fragment] = hash < 0 ? [written, ''] : [written.slice(0, hash), written.slice(hash)];
  return pathToFileURL(resolvePath(folder, path)).href + fragment;
}

type Loaded = { readonly value: Value } | { readonly problem: string } | undefined;

/** Files are read through the same door as those of bodies: in the collection, or allowed. */
async function readDocument(
  uri: string,
  { context, host, signal }: SchemaPorts,
  shown: (uri: string) => string,
  read: (name: string, text: string) => Exclude<Loaded, undefined>,
): Promise<Loaded> {
  if (!uri.startsWith('file:')) return undefined;
  const name = shown(uri);
  try {
    const named = { path: fileURLToPath(uri), root: context.collection.root, what: 'The schema', kind: 'body' } as const;
    const version = await permittedVersion(named, host, signal);
    if (version === undefined)
      return { problem: `${name} is outside ${named.root}, and reading it was not allowed. Allow it when asked, or pass --allow-read DIR` };
    const bytes = await readPermitted(named, version, host);
    if (bytes === undefined) return { problem: `there is no file ${name}. Paths are relative to the file that names them` };
    const text = decodeUtf8(bytes);
    return text.ok ? read(name, text.text) : { problem: `${name} is not UTF-8 (at byte ${text.offset})` };
  } catch (e) {
    if (!isReqError(e) || e.kind === 'cancelled') throw e;
    return { problem: e.message };
  }
}
