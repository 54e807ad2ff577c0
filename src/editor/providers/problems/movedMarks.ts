import type * as vscode from 'vscode';

type Lines = Pick<vscode.Range, 'start' | 'end'>;

/** Whether an edit may move the marks of problems: it adds or removes lines, or changes a line with a mark. */
export function movesMarks(changes: readonly { readonly range: Lines; readonly text: string }[], marks: readonly Lines[]): boolean {
  return changes.some(({ range: { start, end }, text }) => {
    if (start.line !== end.line || /[\r\n]/.test(text)) return true;
    return marks.some((mark) => mark.start.line <= start.line && start.line <= mark.end.line);
  });
}
