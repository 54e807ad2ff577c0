import fs from 'node:fs';
import path from 'node:path';
import { isWithin } from './real.ts';

/** Watched folders. */
export interface FolderWatch {
  /**
   * Watches a folder, without its subfolders. Does nothing if it is watched, or if it does not exist. A folder that was deleted and created
   * again, or replaced by another one, gets a new watch.
   */
  add(folder: string): void;
  has(folder: string): boolean;
  /** Ends the watch of a folder and of those inside it. */
  remove(folder: string): void;
  /** Ends the watch of all other folders. */
  keep(folders: ReadonlySet<string>): void;
  close(): void;
}

/**
 * Watches folders with one handle for each folder, however many files it contains. Links are not followed below a watched folder.
 * @param onChange called with the path of each entry that may have changed, or with the folder if the system does not name the entry
 * @param onProblem called if a folder cannot be watched, for example at a limit of the system
 */
export function watchFolders(onChange: (file: string) => void, onProblem: (e: NodeJS.ErrnoException) => void): FolderWatch {
  const watchers = new Map<string, { readonly watcher: fs.FSWatcher; readonly identity: string }>();
  const end = (folder: string): void => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  return {
    add(folder) {
      try {
        const identity = identityOf(folder);
        if (watchers.get(folder)?.identity === identity) return;
        end(folder);
        const watcher = fs.watch(folder, (_, name) => onChange(name === null ? folder : path.join(folder, name)));
        // Windows reports the deletion of a watched folder as an error.
        watcher.on('error', () => {
          end(folder);
          onChange(folder);
        });
        watchers.set(folder, { watcher, identity });
      } catch (e) {
        const problem = e as NodeJS.ErrnoException;
        if (problem.code !== 'ENOENT' && problem.code !== 'ENOTDIR') onProblem(problem);
      }
    },
    has: (folder) => watchers.has(folder),
    remove(folder) {
      for (const watched of watchers.keys()) if (isWithin(watched, folder)) end(watched);
    },
    keep(folders) {
      for (const watched of watchers.keys()) if (!folders.has(watched)) end(watched);
    },
    close() {
      for (const watched of watchers.keys()) end(watched);
    },
  };
}

/** Differs for a folder that replaced another one. Systems use the numbers of deleted folders again, so the time of its creation counts too. */
function identityOf(folder: string): string {
  const stats = fs.statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.dev} ${stats.ino} ${stats.birthtimeNs}`;
}
