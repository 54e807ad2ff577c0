import { ReqError, type Place } from '../../../base/reqError.ts';
import { folderOf, resolvePath, type ResolvedRequest } from '../../../language/index.ts';
import type { Host } from '../../ports/host.ts';
import { permittedVersion } from '../permissions/permittedFile.ts';

type Connection = ResolvedRequest['options']['connection'];
type NamedFile = Connection['cacert'][number];

export interface ConnectionPlace {
  readonly file: string;
  readonly root: string;
  readonly own: Place;
}

/**
 * Resolves the certificate files of a request's directives to absolute paths.
 * @throws {ReqError} `trust` if a file may not be read
 */
export async function openConnection(connection: Connection, place: ConnectionPlace, host: Host, signal: AbortSignal): Promise<Connection> {
  const { cacert, certificate } = connection;
  if (cacert.length === 0 && (certificate === undefined || certificate === 'none')) return connection;
  const { file, root, own: at } = place;
  const open = async ({ path, from }: NamedFile): Promise<NamedFile> => {
    const absolute = resolvePath(folderOf(from ?? file), path);
    const version = await permittedVersion({ path: absolute, root, what: 'The certificate file', kind: 'tls', at }, host, signal);
    if (version !== undefined) return { path: absolute, from: undefined, version };
    throw new ReqError('trust', `The certificate file ${absolute} is outside ${root}, and reading it was not allowed.`, {
      at,
      hint: 'Allow it when asked, run the command with --allow-read DIR, or name it in the settings.',
    });
  };
  // Sequential, because each may show a prompt.
  const opened: NamedFile[] = [];
  for (const named of cacert) opened.push(await open(named));
  if (certificate === undefined || certificate === 'none') return { ...connection, cacert: opened };
  const { cert, key, passphrase } = certificate;
  const own = { cert: await open(cert), key: key === undefined ? undefined : await open(key), passphrase };
  return { ...connection, cacert: opened, certificate: own };
}
