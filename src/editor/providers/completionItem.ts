import * as vscode from 'vscode';
import type { CompletionItem, DocumentTree } from '../../language/index.ts';
import type { ShownItem } from '../../language/onDemand.ts';
import { toRange } from './vscodeRanges.ts';

const askAgain: vscode.Command = { command: 'editor.action.triggerSuggest', title: '' };

/** How many characters a row has room for as VS Code opens the list, and up to how many a note is wholly shown. */
const rowLength = 42;
const shortNote = 20;

/** VS Code would cut the note first, to its first letter: of a value and where it comes from, the end of the value matters least. */
function fit(label: string, detail: string, note = ''): string {
  const room = Math.max(rowLength - label.length - note.length, shortNote / 2);
  return note.length === 0 || note.length > shortNote || detail.length <= room ? detail : `${detail.slice(0, room - 1)}…`;
}

/** One of the language's items as VS Code shows it; without its documentation. */
export function toItem(item: CompletionItem, { picture, detail, sortText }: ShownItem, tree: DocumentTree): vscode.CompletionItem {
  const { label, note, insertText, snippet, range, filterText, again, commit } = item;
  const shown = new vscode.CompletionItem(
    {
      label,
      ...(detail === undefined ? {} : { detail: `  ${fit(label, detail, note)}` }),
      ...(note === undefined ? {} : { description: note }),
    },
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
