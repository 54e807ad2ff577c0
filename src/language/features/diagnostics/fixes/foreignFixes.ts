import { LineIndex, type Range } from '../../../../base/text/text.ts';
import { applyEdits, type CodeAction } from '../../../edit.ts';
import type { FileView } from '../../../workspace/fileView.ts';
import { quickFixes } from './fixes.ts';

/** Converts the text of a file of another client to the text of its tree. */
type ReadText = (source: string) => string;

/**
 * Whether an action is valid in a file of another client: after its edits, the file is converted to the edited text of the tree. A fix in
 * syntax that only Req has is converted differently. Offsets are those of the tree.
 * @param source the text of the file
 */
export function isForeignFix({ file, tree: { lines, text } }: FileView, source: string, read: ReadText): (action: CodeAction) => boolean {
  const own = LineIndex.of(source);
  const offsetOf = (offset: number): number => {
    const { line, column } = lines.positionAt(offset);
    return own.offsetAt(line, column);
  };
  return ({ edits, command }) => {
    if (command?.kind === 'rename') return false;
    const here = edits.find((of) => of.file === file)?.edits;
    if (here === undefined) return true;
    const placed = here.map(({ range, newText }) => ({ range: { start: offsetOf(range.start), end: offsetOf(range.end) }, newText }));
    return isOrdered(placed.map(({ range }) => range)) && read(applyEdits(source, placed)) === applyEdits(text, here);
  };
}

/** The quick fixes at a place in a file of another client. */
export const foreignFixes = (view: FileView, place: Range, source: string, read: ReadText): readonly CodeAction[] =>
  quickFixes(view, place).filter(isForeignFix(view, source, read));

const isOrdered = (ranges: readonly Range[]): boolean => {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  return sorted.every(({ start, end }, i) => start <= end && end <= (sorted[i + 1]?.start ?? Number.POSITIVE_INFINITY));
};
