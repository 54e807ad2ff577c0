import { isReqError, ReqError, type Place } from '../../../base/reqError.ts';
import { requireEndings } from '../../../base/scriptImports.ts';
import { decodeUtf8 } from '../../../base/text/utf8.ts';
import { codeOf } from '../../../files/problem.ts';
import { folderOf, resolvePath, type BlockContext, type PlacedScript } from '../../../language/index.ts';
import type { Host } from '../../ports/host.ts';
import type { LoadedFile } from '../../script/engine/modules.ts';
import type { ScriptJob } from '../../script/scriptTypes.ts';
import { permittedVersion, readPermitted } from '../permissions/permittedFile.ts';
import type { SendSources } from '../values/sendSources.ts';

interface Around {
  readonly context: BlockContext;
  readonly host: Host;
  readonly asking: SendSources;
  readonly signal: AbortSignal;
}

/**
 * Text and place of a script.
 * @throws {ReqError} if its file cannot be read
 */
export async function scriptSource(
  { node, file, tree }: PlacedScript,
  around: Around,
): Promise<Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>> {
  const place = tree.lines.positionAt(node.source.start);
  const at = { file, line: place.line + 1, column: place.column + 1 };
  if (node.inline) return { source: node.source.text, ...at };
  const path = resolvePath(folderOf(file), node.source.text);
  const text = await readScript(path, around, at);
  if (text === undefined)
    throw new ReqError('script', `The script ${path} does not exist.`, { at, hint: 'Paths are relative to the .req file.' });
  return { source: text, file: path, line: 1, column: 1 };
}

/**
 * A file that a script loads. `require` adds extensions as Node.js does.
 * @throws {ReqError} if it cannot be read
 */
export async function scriptModule(from: string, specifier: string, kind: 'import' | 'require', around: Around): Promise<LoadedFile> {
  if (!/^(?:\.{1,2}\/|\/|[A-Za-z]:[\\/])/.test(specifier))
    throw new ReqError('script', `There is no module ${specifier}. Scripts can load files of the collection, such as ./lib.js.`);
  const path = resolvePath(folderOf(from), specifier);
  for (const ending of kind === 'import' ? [''] : requireEndings) {
    const file = path + ending;
    const text = await readScript(file, around).catch((e: unknown) => {
      if (kind === 'require' && isFolder(e)) return undefined;
      throw e;
    });
    if (text !== undefined) return { file, text };
  }
  throw new ReqError('script', `The file ${path} does not exist. Paths are relative to ${from}.`);
}

const isFolder = (e: unknown): boolean => isReqError(e) && codeOf(e.cause) === 'EISDIR';

/**
 * Text of a script's file; undefined if it does not exist.
 * @throws {ReqError} if it may not be read, or is not UTF-8
 */
async function readScript(path: string, { host, context, asking, signal }: Around, at?: Place): Promise<string | undefined> {
  const place = at === undefined ? {} : { at };
  const named = { path, root: context.collection.root, what: 'The script', kind: 'script', ...place } as const;
  const version = await permittedVersion(named, host, signal);
  if (version === undefined)
    throw new ReqError('trust', `The script ${path} is outside ${context.collection.root}, and reading it was not allowed.`, {
      ...place,
      hint: 'Allow it when asked, or run the command with --allow-read DIR.',
    });
  const bytes = await readPermitted(named, version, host);
  if (bytes === undefined) return undefined;
  const text = decodeUtf8(bytes);
  if (!text.ok) throw new ReqError('script', `The script ${path} is not UTF-8 (at byte ${text.offset}).`, place);
  asking.reads(text.text);
  return text.text;
}
