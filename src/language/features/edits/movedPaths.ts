import type { TextEdit } from '../../edit.ts';
import { fileMentions, type FileMention } from '../../semantics/request/fileMentions.ts';
import type { Block } from '../../syntax/nodes.ts';
import { folderOf, isAbsolute, relativePath, resolvePath } from '../../workspace/workspacePaths.ts';

/** A move of a file that contains paths, and of the files at these paths. */
export interface PathMove {
  /** Absolute path of the file that contains the block. */
  readonly from: string;
  readonly to: string;
  /** The new path of a named file or folder. */
  readonly moved?: (path: string) => string;
}

/** The edits that update the paths in a block after the block or the named files were moved. */
export function pathEdits(block: Block, { from, to, moved = (path) => path }: PathMove): readonly TextEdit[] {
  return fileMentions(block).flatMap(({ path, endings = [] }) => {
    const newText = newPath(path.text, { from, to, moved: withEndings(moved, endings) });
    return newText === undefined ? [] : [{ range: { start: path.start, end: path.end }, newText }];
  });
}

/** The new path of a `require` path without extension: that of the file with an extension, without the extension. */
function withEndings(moved: Required<PathMove>['moved'], endings: readonly string[]): Required<PathMove>['moved'] {
  return (path) => {
    for (const ending of endings) {
      const place = moved(path + ending);
      if (place !== path + ending) return ending !== '' && place.endsWith(ending) ? place.slice(0, -ending.length) : place;
    }
    return moved(path);
  };
}

/** The path as written after the move; undefined if it stays or its folder is not known before sending. */
function newPath(path: FileMention['path']['text'], { from, to, moved }: Required<PathMove>): string | undefined {
  const placeholder = path.indexOf('{{');
  const known = placeholder < 0 ? path : path.slice(0, path.lastIndexOf('/', placeholder) + 1);
  if (path === '' || placeholder === 0) return undefined;
  const [old, now] = [folderOf(from), folderOf(to)];
  const before = resolvePath(old, known === '' ? '.' : known);
  const after = moved(before);
  if (isAbsolute(path)) return after === before || placeholder >= 0 ? undefined : after;
  const rest = path.slice(known.length);
  const write = (folder: string, place: string): string =>
    rest === '' ? relativePath(folder, place) : `${place === folder ? '.' : relativePath(folder, place)}/${rest}`;
  const [was, is] = [write(old, before), write(now, after)];
  return was === is ? undefined : is;
}
