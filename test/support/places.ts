import type { FileView } from '../../src/language/index.ts';
import type { Place } from '../../src/language/onDemand.ts';
import { root } from './memoryWorkspace.ts';

export function textOf(view: FileView, file: string): string {
  const text =
    file === view.file
      ? view.tree.text
      : (view.files().find((f) => f.file === file)?.tree.text ?? view.environmentFiles().find((f) => f.file === file)?.text);
  if (text === undefined) throw new Error(`${file} is no file of the collection`);
  return text;
}

/** `b.req:3 {{host}}/x`: the file under the root, the line from 1, and the line with the range in `«»`. */
export function shownPlace(view: FileView, { file, range }: Place): string {
  const text = textOf(view, file);
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  const end = text.indexOf('\n', range.end);
  const line = text.slice(0, range.start).split('\n').length;
  const written = `${text.slice(start, range.start)}«${text.slice(range.start, range.end)}»${text.slice(range.end, end < 0 ? text.length : end)}`;
  return `${file.slice(root.length + 1)}:${line} ${written.trim()}`;
}
