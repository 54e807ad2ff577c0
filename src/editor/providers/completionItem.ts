import * as vscode from 'vscode';
import type { CompletionItem, CompletionKind, DocumentTree } from '../../language/index.ts';
import { toRange } from '../convert.ts';

const { CompletionItemKind: Kind } = vscode;

/** Our kinds by the pictures of VS Code. */
const kinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  method: Kind.Method,
  url: Kind.Reference,
  header: Kind.Field,
  value: Kind.Value,
  variable: Kind.Variable,
  secret: Kind.Constant,
  dynamic: Kind.Function,
  filter: Kind.Operator,
  property: Kind.Property,
  request: Kind.Event,
  directive: Kind.Keyword,
  keyword: Kind.Keyword,
  operator: Kind.Operator,
  file: Kind.File,
  folder: Kind.Folder,
};

const askAgain: vscode.Command = { command: 'editor.action.triggerSuggest', title: 'Suggest' };

/** One of the language's items as VS Code shows it, the `index`-th of its list; without its documentation. */
export function toItem(item: CompletionItem, index: number, tree: DocumentTree): vscode.CompletionItem {
  const { label, detail, note, kind, insertText, snippet, range, filterText, again, commit } = item;
  const shown = new vscode.CompletionItem(
    { label, ...(detail === undefined ? {} : { detail: `  ${detail.trim()}` }), ...(note === undefined ? {} : { description: note }) },
    kinds[kind],
  );
  shown.insertText = snippet === true ? new vscode.SnippetString(insertText) : insertText;
  shown.range = toRange(tree, range);
  // Ours come as they are sorted.
  shown.sortText = String(index).padStart(4, '0');
  if (filterText !== undefined) shown.filterText = filterText;
  if (again === true) shown.command = askAgain;
  if (commit !== undefined) shown.commitCharacters = [...commit];
  return shown;
}
