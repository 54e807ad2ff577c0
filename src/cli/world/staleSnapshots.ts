import path from 'node:path';
import { listFolder } from '../../files/folders.ts';
import { reasonOf } from '../../files/problem.ts';
import { linkOutOf } from '../../files/real.ts';
import { removeWithin } from '../../files/replace.ts';
import { isMarkdown, syntaxErrorOf } from '../../language/index.ts';
import type { CollectionFile, SnapshotMode, snapshotsOf, withoutRow } from '../../runner/index.ts';
import type { Sink } from '../output/output.ts';
import { shownPath } from './shownPath.ts';

interface SnapshotNames {
  readonly snapshotsOf: typeof snapshotsOf;
  readonly withoutRow: typeof withoutRow;
}

/** Reports snapshots that no assertion uses, and deletes them in the mode `update`. Snapshots of files with syntax errors are kept. */
export async function printStaleSnapshots(
  files: readonly CollectionFile[],
  { mode, runner, err }: { readonly mode: SnapshotMode; readonly runner: SnapshotNames; readonly err: Sink },
): Promise<void> {
  const asserted = new Set(files.flatMap((f) => runner.snapshotsOf(f)));
  const roots = new Map(files.map((f) => [path.dirname(f.file), f.collection.root]));
  for (const [folder, root] of roots) {
    for (const file of await snapshotsBeside(folder, root)) {
      const owner = await ownerOf(file, folder);
      // Skip snapshots of files that are not part of the run.
      if (asserted.has(file) || asserted.has(runner.withoutRow(file)) || (owner !== undefined && !files.some((f) => f.file === owner)))
        continue;
      const unreadable = files.flatMap((f) => (f.file === owner ? (syntaxErrorOf(f.tree, f.file) ?? []) : []))[0];
      if (unreadable !== undefined) {
        const at = `${shownPath(unreadable.at?.file ?? file)}:${unreadable.at?.line}`;
        if (mode === 'update') err.write(`The snapshot ${shownPath(file)} was kept: ${at} cannot be read, and may name it.\n`);
      } else if (mode !== 'update') {
        const warning = err.style('yellow', 'warning');
        err.write(`${warning}: No assertion names the snapshot ${shownPath(file)} any more: --update-snapshots deletes it.\n`);
      } else {
        await deleteSnapshot(file, root, err);
      }
    }
  }
}

async function deleteSnapshot(file: string, root: string, err: Sink): Promise<void> {
  try {
    await removeWithin(file, root);
    err.write(`The snapshot ${shownPath(file)}, which no assertion names any more, was deleted.\n`);
  } catch (e) {
    err.write(`${err.style('yellow', 'warning')}: The snapshot ${shownPath(file)} was not deleted: ${reasonOf(e)}.\n`);
  }
}

const namesIn = async (folder: string, ending: string): Promise<readonly string[]> =>
  (await listFolder(folder).catch(() => [])).flatMap(({ name }) => (name.endsWith(ending) ? name : [])).toSorted();

/** Snapshots behind a link out of the collection are ignored. */
async function snapshotsBeside(folder: string, root: string): Promise<readonly string[]> {
  const kept = path.join(folder, '__snapshots__');
  const names = await namesIn(kept, '.snap');
  // Most folders have none, and the links of a deep path take long to check.
  if (names.length === 0 || (await linkOutOf(kept, root)) !== undefined) return [];
  return names.map((name) => path.join(kept, name));
}

/** The request file of a snapshot by name: `users.me.snap` belongs to `users.req` unless `users.me.req` exists, `a.md.me.snap` to `a.md`. */
async function ownerOf(snapshot: string, folder: string): Promise<string | undefined> {
  const base = (name: string): string => name.replace(/\.req$/, '');
  const names = (await namesIn(folder, '')).filter((name) => name.endsWith('.req') || isMarkdown(name));
  const owners = names.filter((name) => path.basename(snapshot).startsWith(`${base(name)}.`));
  const [owner] = owners.toSorted((a, b) => base(b).length - base(a).length);
  return owner === undefined ? undefined : path.join(folder, owner);
}
