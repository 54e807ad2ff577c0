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

/** Shows the document of an editor, if a tab in front hides it. */
export async function revealEditor({ document }: vscode.TextEditor): Promise<void> {
  if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) return;
  await vscode.window.showTextDocument(document, { viewColumn: groupOf(document)?.viewColumn ?? vscode.ViewColumn.Active });
}

function groupOf({ uri }: vscode.TextDocument): vscode.TabGroup | undefined {
  const isIts = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isIts));
}
