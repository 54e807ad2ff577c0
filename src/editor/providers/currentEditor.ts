import * as vscode from 'vscode';

let last: vscode.TextEditor | undefined;

/** Remembers the last active text editor for `currentEditor`. */
export function watchCurrentEditor(): vscode.Disposable {
  const remember = (editor: vscode.TextEditor | undefined): void => {
    last = editor ?? last;
  };
  remember(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor(remember);
}

/** The active text editor. While another kind of tab is active, such as a response or the walkthrough: the last one, if its tab is still open. */
export function currentEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? (last !== undefined && groupOf(last.document) !== undefined ? last : undefined);
}

/** The current editor of a `.req` file with the focus, which any other tab loses; undefined if the current file is another one. */
export async function focusRequestEditor(): Promise<vscode.TextEditor | undefined> {
  const editor = currentEditor();
  return editor?.document.languageId === 'req' ? await focusEditor(editor) : undefined;
}

/** Gives the focus to an editor, which another tab may have hidden. Returns the editor that shows its document now. */
export async function focusEditor(editor: vscode.TextEditor): Promise<vscode.TextEditor> {
  const isVisible = vscode.window.visibleTextEditors.includes(editor);
  const viewColumn = (isVisible ? editor.viewColumn : groupOf(editor.document)?.viewColumn) ?? vscode.ViewColumn.Active;
  return await vscode.window.showTextDocument(editor.document, { viewColumn });
}

/** Shows the document of an editor, if a tab in front hides it. */
export async function revealEditor({ document }: vscode.TextEditor): Promise<void> {
  if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) return;
  await vscode.window.showTextDocument(document, { viewColumn: groupOf(document)?.viewColumn ?? vscode.ViewColumn.Active });
}

function groupOf({ uri }: vscode.TextDocument): vscode.TabGroup | undefined {
  const isIts = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isIts));
}
