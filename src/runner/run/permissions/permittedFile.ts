import { raceAbort } from '../../../base/async/raceAbort.ts';
import { isReqError, ReqError, type ErrorKind, type Place } from '../../../base/reqError.ts';
import { FileProblem } from '../../../files/problem.ts';
import { findRegular } from '../../../files/read.ts';
import type { Destination, Host } from '../../ports/host.ts';

/** A file that a request names, before the permission to read it was granted. */
export interface NamedFile {
  /** Absolute; it may be a link. */
  readonly path: string;
  readonly root: string;
  /** Destination of a body's file. */
  readonly to?: Destination;
  /** Subject of error messages: "The script". */
  readonly what: string;
  /** Kind of the errors. */
  readonly kind: ErrorKind;
  readonly at?: Place;
}

/** How often a file may change while the permission to read it is requested. */
const mostChanges = 3;

/**
 * The version of a file that may be read; undefined if it may not. The permission is for the file that was found before the question, under
 * its own path.
 * @throws {ReqError} if the file is repeatedly changed or replaced meanwhile
 */
export async function permittedVersion(file: NamedFile, host: Pick<Host, 'mayRead'>, signal: AbortSignal): Promise<string | undefined> {
  const { path, root, to } = file;
  let found = await findRegular(path);
  for (let i = 0; await raceAbort(host.mayRead(found.path, root, to), signal); i++) {
    const checked = found;
    found = await findRegular(path);
    if (found.version === checked.version && found.path === checked.path) return found.version;
    if (i === mostChanges) throw changed(file);
  }
  return undefined;
}

/**
 * Reads the permitted version of a file; undefined if it does not exist.
 * @throws {ReqError} if the file is another one now, or cannot be read
 */
export async function readPermitted(
  file: Pick<NamedFile, 'path' | 'what' | 'kind' | 'at'>,
  version: string | undefined,
  host: Pick<Host, 'readFile'>,
): Promise<Uint8Array | undefined> {
  try {
    return await host.readFile(file.path, version === undefined ? {} : { version });
  } catch (e) {
    if (isReqError(e) && e.cause instanceof FileProblem && e.cause.code === 'changed') throw changed(file);
    throw e;
  }
}

function changed({ what, path, kind, at }: Pick<NamedFile, 'path' | 'what' | 'kind' | 'at'>): ReqError {
  return new ReqError(kind, `${what} ${path} was changed or replaced while it was checked, and is not used.`, {
    ...(at === undefined ? {} : { at }),
    hint: 'Send the request again.',
  });
}
