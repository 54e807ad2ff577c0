import type { FileMention } from '../semantics/request/fileMentions.ts';
import type { PathKind } from './fileView.ts';
import { resolvePath } from './workspacePaths.ts';

/** The file of a path without placeholders, relative to a folder: the first that exists, else the path as written. */
export function mentionedFile(
  { path, endings = [] }: Pick<FileMention, 'path' | 'endings'>,
  folder: string,
  kindOf: (path: string) => PathKind,
): { readonly file: string; readonly kind: PathKind } {
  const written = resolvePath(folder, path.text);
  for (const ending of endings) if (kindOf(written + ending) === 'file') return { file: written + ending, kind: 'file' };
  return { file: written, kind: kindOf(written) };
}
