import * as vscode from 'vscode';
import type { CompletionItem, DocumentTree } from '../../language/index.ts';
import type { ShownItem } from '../../language/onDemand.ts';
import { toRange } from '../convert.ts';

const askAgain: vscode.Command = { command: 'editor.action.triggerSuggest', title: 'Suggest' };

/** One of the language's items as VS Code shows it; without its documentation. */
export function toItem(item: CompletionItem, { picture, detail, sortText }: ShownItem, tree: DocumentTree): vscode.CompletionItem {
  const { label, note, insertText, snippet, range, filterText, again, commit } = item;
  const shown = new vscode.CompletionItem(
    { label, ...(detail === undefined ? {} : { detail: `  ${detail}` }), ...(note === undefined ? {} : { description: note }) },
    vscode.CompletionItemKind[picture],
  );
  shown.insertText = snippet === true ? new vscode.SnippetString(insertText) : insertText;
  shown.range = toRange(tree, range);
  shown.sortText = sortText;
  if (filterText !== undefined) shown.filterText = filterText;
  if (again === true) shown.command = askAgain;
  if (commit !== undefined) shown.commitCharacters = [...commit];
  return shown;
}
