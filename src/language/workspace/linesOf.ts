import { LineIndex } from '../../base/text/text.ts';
import type { EnvironmentFile } from '../semantics/variables/environmentFile.ts';
import type { FileView } from './fileView.ts';

const lines = new WeakMap<EnvironmentFile, LineIndex>();

/** The line index of a file of the collection; undefined for other files. */
export function linesOf(view: FileView, file: string): LineIndex | undefined {
  if (file === view.file) return view.tree.lines;
  const environments = [...view.collection.environmentFiles, ...view.environmentFiles()].find((f) => f.file === file);
  if (environments === undefined) return view.files().find((f) => f.file === file)?.tree.lines;
  let index = lines.get(environments);
  if (index === undefined) lines.set(environments, (index = LineIndex.of(environments.text)));
  return index;
}
