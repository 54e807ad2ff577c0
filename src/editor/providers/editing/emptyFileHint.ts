import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { reportScheme } from '../../commands/contributions.ts';
import { sharedKind } from '../../../language/index.ts';
import { fileOf } from '../../world/editorFiles.ts';

/** Whether a document is an empty request file, in which the hint is shown. Shared files contain no requests, and reports are not edited. */
const isEmptyRequestFile = (document: vscode.TextDocument): boolean =>
  document.languageId === 'req' &&
  document.uri.scheme !== reportScheme &&
  document.lineCount === 1 &&
  document.lineAt(0).isEmptyOrWhitespace &&
  sharedKind(fileOf(document)) === undefined;

/** Shows a hint in the first line of empty request files. Screen readers skip it, because it is not part of the document. */
export function emptyFileHint(): vscode.Disposable {
  let hint: vscode.TextEditorDecorationType | undefined;
  const shownIn = new WeakSet<vscode.TextEditor>();
  const show = (editor: vscode.TextEditor): void => {
    const empty = isEmptyRequestFile(editor.document);
    if (empty === shownIn.has(editor)) return;
    hint ??= vscode.window.createTextEditorDecorationType({
      after: { contentText: t('GET https://… or paste curl'), color: new vscode.ThemeColor('editorGhostText.foreground') },
    });
    if (empty) shownIn.add(editor);
    else shownIn.delete(editor);
    editor.setDecorations(hint, empty ? [new vscode.Range(0, 0, 0, 0)] : []);
  };
  const showAll = (): void => vscode.window.visibleTextEditors.forEach(show);
  showAll();
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(showAll),
    // Also fires when the language of a document changes.
    vscode.workspace.onDidOpenTextDocument(showAll),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) show(editor);
    }),
    { dispose: () => hint?.dispose() },
  );
}
