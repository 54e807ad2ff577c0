import fs from 'node:fs';
import { isAbsent, notRegular } from './problem.ts';

const { promises } = fs;

// Files that Req itself has installed, made or been started with: no collection names them.

/** All bytes of a file. Throws the system's error. */
export const readOwn = (file: string): Promise<Buffer> => promises.readFile(file);

/** The first bytes of a file. Throws where it has fewer. */
export function readOwnStart(file: string, target: Uint8Array): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    for (let at = 0; at < target.length;) {
      const read = fs.readSync(descriptor, target, at, target.length - at, at);
      if (read === 0) throw new Error(`${file} is shorter than it was`);
      at += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The bytes of a regular file that the process's environment names. Throws the system's error. */
export function readNamedByEnvironment(file: string): Buffer {
  const stats = fs.statSync(file);
  if (!stats.isFile()) throw notRegular(stats);
  return fs.readFileSync(file);
}

/** When a file was last changed, in milliseconds since 1970; undefined where it is not there. */
export async function changeTimeOf(file: string): Promise<number | undefined> {
  try {
    return (await promises.stat(file)).mtimeMs;
  } catch (e) {
    if (isAbsent(e)) return undefined;
    throw e;
  }
}

/** Deletes a file that may be gone already. */
export async function removeOwn(file: string): Promise<void> {
  await promises.rm(file, { force: true });
}
