import { ReqError } from '../../base/reqError.ts';
import type { ImportSource } from './companions.ts';

/** Limits of one import: total bytes, and files of a folder. */
export const importLimits = { bytes: 100_000_000, megabytes: 100, files: 10_000 } as const;

/** Adds up the bytes of an import. */
export class ImportSize {
  #total = 0;

  /** Adds the bytes of a file, unless the import would exceed the limit. Returns whether they were added. */
  add(bytes: number): boolean {
    const isWithin = this.#total + bytes <= importLimits.bytes;
    if (isWithin) this.#total += bytes;
    return isWithin;
  }
}

/** Access to the imported folder. Paths are relative, with `/`. */
export interface FolderPort extends ImportSource {
  /** The size of a file in bytes; 0 if it cannot be read. */
  readonly sizeOf: (path: string) => Promise<number>;
}

/** The imported folder, whose files are copied up to the limit of one import. */
export function limitedSource({ kindOf, sizeOf, read }: FolderPort): ImportSource {
  const size = new ImportSize();
  return {
    kindOf,
    async read(path) {
      if (!size.add(await sizeOf(path))) throw new ReqError('limit', `the files to copy have more than ${importLimits.megabytes} MB`);
      return read(path);
    },
  };
}

interface FolderEntry {
  readonly name: string;
  /** Other kinds, such as links, are skipped. */
  readonly kind: string;
}

/**
 * Files of a folder and its subfolders, with `/`, sorted. Hidden folders are skipped, except `.vscode`.
 * @param list lists a folder by its relative path; the folder itself is empty
 * @param tooMany returns the error for more files than the limit
 */
export async function filesToImport(
  list: (folder: string) => Promise<readonly FolderEntry[]>,
  tooMany: () => ReqError,
): Promise<readonly string[]> {
  const files: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const { name, kind } of await list(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'file') files.push(path);
      else if (kind === 'folder' && name !== 'node_modules' && (!name.startsWith('.') || name === '.vscode')) await visit(path);
      if (files.length > importLimits.files) throw tooMany();
    }
  };
  await visit('');
  return files.toSorted();
}
