import path from 'node:path';
import { isForeign, parse, parseForeign, sharedKind, type DocumentTree, type FileSource, type ReadForeign } from '../../language/index.ts';

/** Loaded with the first `.http` or `.rest` file. */
const load = () => import('../../convert/http/index.ts');

export const dialects = ['auto', 'rest-client', 'jetbrains', 'httpyac', 'visual-studio', 'kulala'] as const;

/** From `--dialect`, for all files of a command that name none. */
let dialect: string = 'auto';

/** The name of `--dialect`; `auto` without it. */
export const usedDialect = (): string => dialect;

export function useDialect(name: string | undefined): void {
  dialect = name ?? 'auto';
}

/** Reads `.http` and `.rest` files in place. */
export async function readForeign(): Promise<ReadForeign> {
  const { httpView, dialectNamed } = await load();
  return (_file, text) => httpView(text, dialectNamed(dialect));
}

/** Parses a request file of any format. */
export async function parseFile(file: string, text: string): Promise<DocumentTree> {
  if (!isForeign(file)) return parse(text, { shared: sharedKind(file) !== undefined });
  return parseForeign((await readForeign())(file, text));
}

/**
 * The environments of REST Client in the nearest `.vscode/settings.json`.
 * @throws {ReqError} if it cannot be read
 */
export async function settingsAround(
  source: Required<Pick<FileSource, 'readAround' | 'endsSearch'>>,
  file: string,
): Promise<{ readonly file: string; readonly text: string } | undefined> {
  const own = path.dirname(file);
  for (let folder = own; ; folder = path.dirname(folder)) {
    const settings = path.join(folder, '.vscode', 'settings.json');
    const found = await source.readAround(settings, { root: folder, folder: own });
    if (typeof found === 'string') {
      const text = (await load()).settingsEnvironments(found);
      return text === undefined ? undefined : { file: settings, text };
    }
    if (folder === path.dirname(folder) || (await source.endsSearch(folder))) return undefined;
  }
}
