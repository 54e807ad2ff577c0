import fs from 'node:fs';
import { isAbsent, notRegular } from './problem.ts';

const { promises } = fs;

// Files that Req installed, created or was started with; no collection names them.

/**
 * Reads a whole file.
 * @throws the system's error
 */
export const readOwn = (file: string): Promise<Buffer> => promises.readFile(file);

/** Like `readOwn`, but blocks: for a worker whose script waits for it. */
export const readOwnNow = (file: string): Buffer => fs.readFileSync(file);

/**
 * Fills `target` from the start of a file.
 * @throws if the file is shorter
 */
export function readOwnStart(file: string, target: Uint8Array): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    for (let at = 0; at < target.length;) {
      const read = fs.readSync(descriptor, target, at, target.length - at, at);
      if (read === 0) throw new Error(`${file} has become shorter`);
      at += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Reads a regular file named by an environment variable.
 * @throws the system's error
 */
export function readNamedByEnvironment(file: string): Buffer {
  const stats = fs.statSync(file);
  if (!stats.isFile()) throw notRegular(stats);
  return fs.readFileSync(file);
}

/** The modification time in milliseconds since 1970; undefined if the file does not exist. */
export async function changeTimeOf(file: string): Promise<number | undefined> {
  try {
    return (await promises.stat(file)).mtimeMs;
  } catch (e) {
    if (isAbsent(e)) return undefined;
    throw e;
  }
}

/** Deletes a file, which may be missing. */
export async function removeOwn(file: string): Promise<void> {
  await promises.rm(file, { force: true });
}
