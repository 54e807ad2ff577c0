import type { FileEdits } from '../../edit.ts';
import type { ProjectFile } from '../../workspace/fileView.ts';
import { isInside } from '../../workspace/workspacePaths.ts';
import { pathEdits } from './movedPaths.ts';

/** A file or folder that is renamed. Absolute paths. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/**
 * The edits of `.req` files, at their old paths, that update the paths of renamed files: bodies, scripts, saved responses, certificates.
 * Paths that begin with a placeholder stay.
 */
export function fileRenameEdits(files: readonly ProjectFile[], renamings: readonly Renaming[]): readonly FileEdits[] {
  const moved = (path: string): string => {
    const found = renamings.find(({ from }) => isInside(path, from));
    return found === undefined ? path : found.to + path.slice(found.from.length);
  };
  return files.flatMap(({ file, tree }) => {
    const edits = tree.blocks.flatMap((block) => pathEdits(block, { from: file, to: moved(file), moved }));
    return edits.length === 0 ? [] : [{ file, edits }];
  });
}
