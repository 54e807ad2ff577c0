import fs from 'node:fs';
import { isAbsent, notRegular } from './problem.ts';

const { promises } = fs;

/** An entry of a folder. `link` is a symbolic link to anything. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/**
 * Lists a folder.
 * @throws the system's error
 */
export async function listFolder(folder: string): Promise<readonly Entry[]> {
  const entries = await promises.readdir(folder, { withFileTypes: true });
  return entries.map((e) => ({
    name: e.name,
    kind: e.isDirectory() ? 'folder' : e.isFile() ? 'file' : e.isSymbolicLink() ? 'link' : 'other',
  }));
}

/**
 * The kind of a path's target, following links; undefined if it does not exist.
 * @throws the system's error
 */
export async function kindOf(file: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await promises.stat(file)).isDirectory() ? 'folder' : 'file';
  } catch (e) {
    if (isAbsent(e)) return undefined;
    throw e;
  }
}

/**
 * Creates a folder and its parents.
 * @throws the system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  await promises.mkdir(folder, { recursive: true });
}

/** A message for a path that is neither a file nor a folder; undefined for those and for missing paths. */
export async function specialKindOf(file: string): Promise<string | undefined> {
  const stats = await promises.stat(file).catch(() => undefined);
  return stats === undefined || stats.isFile() || stats.isDirectory() ? undefined : notRegular(stats).message;
}
