import { isReqError } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { folderOf, resolvePath, type Block, type BlockContext } from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import { permittedVersion, readPermitted } from './permissions/permittedFile.ts';

/** A response in a file that a request names by `<> ./file`: its text, or why it is missing. */
export interface SavedResponse {
  /** As written. */
  readonly path: string;
  readonly text: string | undefined;
  readonly problem: string;
}

/** Maximum size of a saved response in bytes. */
const mostBytes = 1_000_000;

/**
 * Reads the saved responses of a request, with the permissions of its other files.
 * @throws {ReqError} `cancelled`
 */
export async function readSavedResponses(
  { nodes }: Block,
  { file, collection }: Pick<BlockContext, 'file' | 'collection'>,
  host: Host,
  signal: AbortSignal,
): Promise<readonly SavedResponse[]> {
  const found: SavedResponse[] = [];
  for (const node of nodes) {
    if (node.kind !== 'saved-response') continue;
    const path = node.path.text;
    try {
      const named = { path: resolvePath(folderOf(file), path), root: collection.root, what: 'The saved response', kind: 'usage' } as const;
      const version = await permittedVersion(named, host, signal);
      const bytes = version === undefined ? undefined : await readPermitted(named, version, host);
      const decoded = bytes === undefined || bytes.length > mostBytes ? undefined : decodeUtf8(bytes);
      if (decoded?.ok === true) found.push({ path, text: decoded.text, problem: '' });
      else found.push({ path, text: undefined, problem: problemOf(version, bytes) });
    } catch (e) {
      if (isReqError(e) && e.kind === 'cancelled') throw e;
      found.push({ path, text: undefined, problem: e instanceof Error ? e.message : String(e) });
    }
  }
  return found;
}

function problemOf(version: string | undefined, bytes: Uint8Array | undefined): string {
  if (version === undefined) return 'it is outside of the collection, and reading it was not allowed';
  if (bytes === undefined) return 'there is no such file';
  return bytes.length > mostBytes ? 'it is larger than 1 MB' : 'it is not text in UTF-8';
}
