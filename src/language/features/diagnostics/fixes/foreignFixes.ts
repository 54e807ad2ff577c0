import { LineIndex, type Range } from '../../../../base/text.ts';
import { applyEdits, type CodeAction } from '../../../edit.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { quickFixes } from './fixes.ts';

/**
 * The quick fixes that make sense in a file of another client: those whose edits of the file are read as the same edits of the tree's text.
 * A fix in the syntax of Req alone is read as something else, so it is left out. Offsets are those of the tree.
 * @param source the text of the file
 * @param read reads a text of the file as the tree's text was read
 */
export function foreignFixes(view: FileView, place: Range, source: string, read: (source: string) => string): readonly CodeAction[] {
  const { lines, text } = view.tree;
  const own = LineIndex.of(source);
  const offsetOf = (offset: number): number => {
    const { line, column } = lines.positionAt(offset);
    return own.offsetAt(line, column);
  };
  return quickFixes(view, place).filter(({ edits, command }) => {
    if (command?.kind === 'rename') return false;
    const here = edits.find(({ file }) => file === view.file)?.edits;
    if (here === undefined) return true;
    const placed = here.map(({ range, newText }) => ({ range: { start: offsetOf(range.start), end: offsetOf(range.end) }, newText }));
    return isOrdered(placed.map(({ range }) => range)) && read(applyEdits(source, placed)) === applyEdits(text, here);
  });
}

const isOrdered = (ranges: readonly Range[]): boolean => {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  return sorted.every(({ start, end }, i) => start <= end && end <= (sorted[i + 1]?.start ?? Number.POSITIVE_INFINITY));
};
