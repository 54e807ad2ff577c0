import fs from 'node:fs';
import { isAbsent, notRegular } from './problem.ts';

const { promises } = fs;

/** What stands in a folder; `link`: a symbolic link, whatever it leads to. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** What a folder holds. Throws the system's error. */
export async function listFolder(folder: string): Promise<readonly Entry[]> {
  const entries = await promises.readdir(folder, { withFileTypes: true });
  return entries.map((e) => ({
    name: e.name,
    kind: e.isDirectory() ? 'folder' : e.isFile() ? 'file' : e.isSymbolicLink() ? 'link' : 'other',
  }));
}

/** What a path leads to, links followed; undefined where nothing is there. Throws the system's error. */
export async function kindOf(file: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await promises.stat(file)).isDirectory() ? 'folder' : 'file';
  } catch (e) {
    if (isAbsent(e)) return undefined;
    throw e;
  }
}

/** Makes a folder and those above it. Throws the system's error. */
export async function makeFolder(folder: string): Promise<void> {
  await promises.mkdir(folder, { recursive: true });
}

/** What is neither a file nor a folder, in words; undefined for those and where nothing is there. */
export async function specialKindOf(file: string): Promise<string | undefined> {
  const stats = await promises.stat(file).catch(() => undefined);
  return stats === undefined || stats.isFile() || stats.isDirectory() ? undefined : notRegular(stats).message;
}
