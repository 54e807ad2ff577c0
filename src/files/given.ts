import fs from 'node:fs';
import path from 'node:path';
import { codeOf, FileProblem, isAbsent, notRegular } from './problem.ts';
import { boundaryOf, isLink, isWithin, realPath } from './real.ts';
import { besideName, replaceFile, type ReplaceOptions } from './replace.ts';

const { promises } = fs;

/** Where to write a path that the user named in an argument or a dialog. */
export interface GivenPlace {
  /** Absolute, with links resolved. */
  readonly file: string;
  /** A device, a pipe, or a file that cannot be replaced: written directly. */
  readonly direct: boolean;
}

/**
 * Resolves a path that the user named for output. A link is followed and kept. Links inside a repository or collection
 * came with it and must not lead out of it; any other link must not lead out of its folder.
 * @param makesFolder whether to create a missing folder
 * @throws {FileProblem} or the system's error if it cannot be written
 */
export async function givenPlace(file: string, makesFolder = false): Promise<GivenPlace> {
  const absolute = path.resolve(file);
  // Standard output may be a file that the shell has open: replacing it by a rename would lose later output.
  if (/^\/(?:dev|proc)\//.test(absolute) || absolute.startsWith('\\\\.\\')) return { file: absolute, direct: true };
  const real = await realPath(absolute);
  if (real !== absolute) await refuseLinksOutOfBoundary(absolute);
  const folder = path.dirname(real);
  if (makesFolder) await promises.mkdir(folder, { recursive: true });
  const stats = await promises.stat(real).catch((e: unknown) => {
    if (!isAbsent(e)) throw e;
  });
  if (stats?.isDirectory() === true) throw notRegular(stats);
  if (stats === undefined) {
    if (await isLink(absolute)) throw new FileProblem('link', `it is a symbolic link to ${real}, which does not exist`);
    if (!(await promises.stat(folder)).isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
    await promises.access(folder, fs.constants.W_OK);
    return { file: real, direct: false };
  }
  await promises.access(real, fs.constants.W_OK);
  const canReplace = await promises.access(folder, fs.constants.W_OK).then(
    () => true,
    () => false,
  );
  return { file: real, direct: !stats.isFile() || !canReplace };
}

/**
 * Checks a folder that the user named for new files.
 * @throws {FileProblem} if a link leads out of the repository or collection that contains it
 */
export async function refuseFolderOut(folder: string): Promise<void> {
  // Outside a repository, the folder itself may be a link.
  await refuseLinksOutOfBoundary(path.join(path.resolve(folder), 'any'));
}

async function refuseLinksOutOfBoundary(absolute: string): Promise<void> {
  let at = path.parse(absolute).root;
  const steps = absolute.slice(at.length).split(path.sep);
  for (const [i, step] of steps.entries()) {
    const next = path.join(at, step);
    const isLast = i === steps.length - 1;
    if (!(await isLink(next))) {
      at = next;
      continue;
    }
    const to = await realPath(next);
    // Outside a repository, folders are often links; only the file itself must not lead out of its folder.
    const boundary = (await boundaryOf(at)) ?? (isLast ? at : undefined);
    if (boundary !== undefined && !isWithin(to, await realPath(boundary)))
      throw new FileProblem('outside', `a symbolic link leads out of the folder ${boundary}: ${next} to ${to}`);
    at = to;
  }
}

interface GivenOptions extends ReplaceOptions {
  readonly makesFolder?: boolean;
}

/**
 * Writes a file that the user named, atomically if possible.
 * @throws as `givenPlace`
 */
export async function writeGiven(file: string, data: string | Uint8Array, options: GivenOptions = {}): Promise<void> {
  await fillGiven(file, (handle) => handle.writeFile(data), options);
}

/** `writeGiven` with a callback that writes; if `fill` returns false, the file stays unchanged. */
export async function fillGiven(
  file: string,
  fill: (handle: fs.promises.FileHandle) => Promise<boolean | void>,
  options: GivenOptions = {},
): Promise<boolean> {
  const place = await givenPlace(file, options.makesFolder);
  if (!place.direct) return replaceFile(place.file, fill, { ...options, copiesOverMount: true });
  const first = pipeWithReader(place.file);
  const handle = await promises.open(place.file, 'w');
  try {
    return (await fill(handle)) !== false;
  } finally {
    if (first !== undefined) fs.closeSync(first);
    await handle.close();
  }
}

/** A file that the user named and that grows as bytes arrive; see `openDraft`. */
export interface Draft {
  /** Synchronous, so that memory stays flat however fast bytes arrive. */
  readonly write: (bytes: Uint8Array) => void;
  readonly keep: () => void;
  readonly discard: () => void;
}

/**
 * Creates a temporary file beside the final path, creating the folder if it is missing.
 * @param onExit what happens to the draft when the process exits first
 * @throws as `givenPlace`, and the system's errors
 */
export async function openDraft(file: string, onExit: 'keep' | 'discard'): Promise<Draft> {
  return draftAt(await givenPlace(file, true), onExit);
}

/** `openDraft` for a resolved path. */
export function draftAt({ file, direct }: GivenPlace, onExit: 'keep' | 'discard'): Draft {
  const beside = direct ? file : besideName(file);
  const before = direct ? undefined : fs.statSync(file, { throwIfNoEntry: false });
  let descriptor: number | undefined = direct
    ? openDirect(file)
    : fs.openSync(beside, 'wx', before === undefined ? 0o666 : before.mode & 0o777);
  const end = (keeps: boolean): void => {
    if (descriptor === undefined) return;
    const open = descriptor;
    descriptor = undefined;
    process.off('exit', atExit);
    try {
      if (keeps && before !== undefined) {
        takeOverSync(open, before);
        fs.fsyncSync(open);
      }
    } finally {
      fs.closeSync(open);
      if (!direct) putInPlace(beside, file, keeps);
    }
  };
  const atExit = (): void => end(onExit === 'keep');
  process.on('exit', atExit);
  return {
    write(bytes) {
      if (descriptor !== undefined) for (let at = 0; at < bytes.length;) at += fs.writeSync(descriptor, bytes, at);
    },
    keep: () => end(true),
    discard: () => end(false),
  };
}

function openDirect(file: string): number {
  const first = pipeWithReader(file);
  try {
    return fs.openSync(file, 'w');
  } finally {
    if (first !== undefined) fs.closeSync(first);
  }
}

/**
 * Opens a named pipe without waiting for a reader, because Ctrl+C could not end that wait; undefined for anything else.
 */
function pipeWithReader(file: string): number | undefined {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFIFO() !== true) return undefined;
  try {
    return fs.openSync(file, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch (e) {
    throw codeOf(e) === 'ENXIO' ? new FileProblem('silent', 'it is a named pipe without a reader') : e;
  }
}

function putInPlace(beside: string, file: string, keeps: boolean): void {
  try {
    if (keeps) fs.renameSync(beside, file);
  } catch (e) {
    // A mounted file cannot be replaced; see `copiesOverMount` in replace.ts.
    if (!['EBUSY', 'EXDEV'].includes(codeOf(e))) throw e;
    fs.copyFileSync(beside, file);
  } finally {
    fs.rmSync(beside, { force: true });
  }
}

function takeOverSync(descriptor: number, { mode, uid, gid }: fs.Stats): void {
  const own = fs.fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fs.fchownSync(descriptor, uid, gid);
    } catch {
      // Only root may change the owner.
    }
  }
  if ((own.mode & 0o7777) !== (mode & 0o7777)) fs.fchmodSync(descriptor, mode & 0o7777);
}
