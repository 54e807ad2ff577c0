import { ReqError, type Place } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { folderOf, resolvePath, type KeySource, type RequestAuth } from '../../language/index.ts';
import type { Host } from '../ports/host.ts';
import { permittedVersion, readPermitted } from '../run/permissions/permittedFile.ts';

export interface AuthPlace {
  readonly file: string;
  readonly root: string;
  /** Place of the request line. */
  readonly own: Place;
}

/**
 * Reads the key file of an authentication.
 * @returns the authentication with the text of its key
 * @throws {ReqError} `usage` if the file may not be read, does not exist or is not text
 */
export async function openAuth(auth: RequestAuth, { file, root, own }: AuthPlace, host: Host, signal: AbortSignal): Promise<RequestAuth> {
  if ((auth.kind !== 'jwt' && auth.kind !== 'oauth1') || auth.key.kind === 'text') return auth;
  const { path, from } = auth.key.file;
  const text = await readKey(resolvePath(folderOf(from ?? file), path), { root, own }, host, signal);
  return { ...auth, key: { kind: 'text', text } satisfies KeySource };
}

/**
 * Reads a key file through the permission for files.
 * @param path absolute
 * @throws {ReqError} `usage`, as `openAuth`
 */
export async function readKey(
  path: string,
  { root, own }: Pick<AuthPlace, 'root'> & { readonly own?: Place | undefined },
  host: Pick<Host, 'mayRead' | 'readFile'>,
  signal: AbortSignal,
): Promise<string> {
  const at = own === undefined ? {} : { at: own };
  const named = { path, root, what: 'The key file', kind: 'usage', ...at } as const;
  const version = await permittedVersion(named, host, signal);
  if (version === undefined)
    throw new ReqError('trust', `The key file ${path} is outside ${root}, and reading it was not allowed.`, {
      ...at,
      hint: 'Allow it when asked, or run the command with --allow-read DIR.',
    });
  const bytes = await readPermitted(named, version, host);
  if (bytes === undefined)
    throw new ReqError('usage', `The key file ${path} does not exist.`, { ...at, hint: 'The path is relative to the file that names it.' });
  const text = decodeUtf8(bytes);
  if (!text.ok) throw new ReqError('usage', `The key file ${path} is not text: use PEM or a JWK.`, at);
  return text.text;
}
