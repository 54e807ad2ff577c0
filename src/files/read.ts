import fs, { type BigIntStats, type Stats } from 'node:fs';
import { codeOf, FileProblem, isAbsent, notRegular, tooLarge, wait } from './problem.ts';
import { pathOfOpen, realPath } from './real.ts';

/** Maximum bytes to read from one file. */
export const readLimits = {
  /** A shared, environment, secrets or cookie file. */
  around: 64 * 1024 * 1024,
  /** Any other file that is read whole: requests, scripts, snapshots, data rows. */
  text: 256 * 1024 * 1024,
} as const;

export interface Opened {
  readonly handle: fs.promises.FileHandle;
  readonly stats: Stats;
}

const { O_RDONLY, O_NONBLOCK, O_NOCTTY } = fs.constants;
/**
 * O_NONBLOCK opens a named pipe without waiting for a writer, so that it can be refused. It does not affect regular
 * files. Windows lacks the flags.
 */
const readOnly = O_RDONLY | O_NONBLOCK | O_NOCTTY;

/** Opens any kind of file without waiting. */
async function openAny(file: string): Promise<Opened> {
  let handle: fs.promises.FileHandle;
  try {
    handle = await fs.promises.open(file, readOnly);
  } catch (e) {
    // A socket reports ENXIO.
    if (codeOf(e) === 'ENXIO') throw notRegular(await fs.promises.stat(file));
    throw e;
  }
  try {
    return { handle, stats: await handle.stat() };
  } catch (e) {
    await handle.close();
    throw e;
  }
}

/**
 * Opens a regular file. Checks the open handle, so the file cannot be exchanged in between. The caller closes it.
 * @throws {FileProblem} or the system's error for anything else
 */
export async function openRegular(file: string): Promise<Opened> {
  const opened = await openAny(file);
  if (opened.stats.isFile()) return opened;
  await opened.handle.close();
  throw notRegular(opened.stats);
}

/**
 * Reads a regular file; undefined if it does not exist.
 * @param version from `findRegular`: the opened file must have it
 * @throws {FileProblem} for anything else, above `most` bytes, and `changed` for another version; the system's error if it cannot be read
 */
export async function readRegular(file: string, most: number = readLimits.text, version?: string): Promise<Buffer | undefined> {
  return reading(
    (named) => openVersion(named, version),
    file,
    (opened) => readAll(opened, most),
  );
}

/** Like `openRegular`. @throws {FileProblem} `changed` if the opened file has another version */
async function openVersion(file: string, version: string | undefined): Promise<Opened> {
  const opened = await openRegular(file);
  if (version === undefined || versionIn(await opened.handle.stat({ bigint: true })) === version) return opened;
  await opened.handle.close();
  throw new FileProblem('changed', 'it has changed');
}

async function reading(
  open: (file: string) => Promise<Opened>,
  file: string,
  read: (opened: Opened) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  let opened: Opened;
  try {
    opened = await open(file);
  } catch (e) {
    if (isAbsent(e)) return undefined;
    throw e;
  }
  try {
    return await read(opened);
  } finally {
    await opened.handle.close();
  }
}

/** Reads an open file. Also limits files that grow while they are read, or report no size, as in `/proc`. */
export async function readAll({ handle, stats }: Opened, most: number): Promise<Buffer> {
  if (stats.size > most) throw tooLarge(most);
  const chunks: Buffer[] = [];
  let size = 0;
  // One byte more than the size, so that a short read proves the end.
  for (let length = stats.size + 1; ; length = 64 * 1024) {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(buffer, 0, length, size);
    size += bytesRead;
    if (size > most) throw tooLarge(most);
    chunks.push(buffer.subarray(0, bytesRead));
    // Network file systems may return fewer bytes than available.
    if (bytesRead === 0 || (stats.size > 0 && size >= stats.size && bytesRead < length && chunks.length === 1)) break;
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

const versionIn = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs, ctimeNs].join(' ');

/** A string that changes when the file is written or replaced. Empty if no file can be read. */
export async function versionOfRegular(file: string): Promise<string> {
  try {
    const stats = await fs.promises.stat(file, { bigint: true });
    return stats.isFile() ? versionIn(stats) : '';
  } catch {
    return '';
  }
}

/** A regular file and its version. */
export interface FoundFile {
  /** Its own path, without links. */
  readonly path: string;
  /** As from `versionOfRegular`. */
  readonly version: string;
}

/**
 * Finds the file at a path, so that a check of its path is valid for its content: if a link changes meanwhile, path and content still
 * belong to the same file. If there is no regular file, the path is the target of the links, and the version is empty.
 */
export async function findRegular(file: string): Promise<FoundFile> {
  let opened: Opened;
  try {
    opened = await openRegular(file);
  } catch {
    return { path: await realPath(file), version: '' };
  }
  try {
    const stats = await opened.handle.stat({ bigint: true });
    const real = (await pathOfOpen(opened.handle)) ?? (await realPath(file));
    const there = await fs.promises.stat(real, { bigint: true }).catch(() => undefined);
    const same = there?.dev === stats.dev && there.ino === stats.ino;
    return { path: real, version: same ? versionIn(stats) : '' };
  } finally {
    await opened.handle.close();
  }
}

/**
 * Streams a regular file, for bodies of any size.
 * @param version from `versionOfRegular`
 * @throws {FileProblem} `changed` if the opened file has another version
 */
export async function* streamRegular(file: string, version?: string): AsyncGenerator<Uint8Array> {
  const { handle } = await openVersion(file, version);
  // The stream closes the handle when it ends or is destroyed.
  for await (const chunk of handle.createReadStream()) yield chunk as Buffer;
}

/** The size of a regular file in bytes. */
export async function sizeOfRegular(file: string): Promise<number> {
  const stats = await fs.promises.stat(file);
  if (!stats.isFile()) throw notRegular(stats);
  return stats.size;
}

/** The first bytes of a regular file, at most `most`. */
export async function beginningOfRegular(file: string, most: number): Promise<Uint8Array> {
  const { handle } = await openRegular(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Milliseconds to wait for a pipe's first writer. */
const firstWriter = 5000;
const pipePause = 5;
const devNull = '/dev/null';

/**
 * Reads a file that the user named in an argument: a regular file, a pipe (a shell's `<(…)`) or the null device; undefined if it does not
 * exist. Other devices are rejected.
 */
export async function readGiven(file: string, most: number = readLimits.text): Promise<Buffer | undefined> {
  return reading(openAny, file, async (opened) => {
    const { stats } = opened;
    if (stats.isFile()) return readAll(opened, most);
    // Standard input and a shell's substitutions already have a writer, or never get one.
    if (stats.isFIFO()) return readPipe(opened, most, /^\/(?:dev|proc)\//.test(file));
    if (stats.isCharacterDevice() && stats.rdev === (await fs.promises.stat(devNull)).rdev) return Buffer.alloc(0);
    throw notRegular(stats);
  });
}

/** Polls a pipe, because Ctrl+C could not end a blocking read. */
async function readPipe({ handle }: Opened, most: number, hadWriter: boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const until = performance.now() + firstWriter;
  let size = 0;
  let hasWriter = hadWriter;
  for (;;) {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const bytesRead = await handle.read(buffer, 0, buffer.length, null).then(
      (read) => read.bytesRead,
      (e: unknown) => {
        if (codeOf(e) !== 'EAGAIN') throw e;
      },
    );
    if (bytesRead !== 0) hasWriter = true;
    else if (hasWriter) return Buffer.concat(chunks);
    if (bytesRead === undefined || bytesRead === 0) {
      if (!hasWriter && performance.now() > until) throw new FileProblem('silent', 'it is a named pipe without a writer');
      await wait(pipePause);
      continue;
    }
    size += bytesRead;
    if (size > most) throw tooLarge(most);
    chunks.push(buffer.subarray(0, bytesRead));
  }
}
