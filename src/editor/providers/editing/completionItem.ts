import * as vscode from 'vscode';
import type { CompletionItem, DocumentTree } from '../../../language/index.ts';
import type { ShownItem } from '../../../language/onDemand.ts';
import { toRange } from '../vscodeRanges.ts';

const askAgain: vscode.Command = { command: 'editor.action.triggerSuggest', title: '' };

/** Characters per row of the suggest widget at its initial width, and the length up to which notes are never shortened. */
const rowLength = 42;
const shortNote = 20;

/** Shortens `detail` so that the note fits. VS Code would shorten the note first, but a value's origin is more important than its end. */
function fit(label: string, detail: string, note = ''): string {
  const room = Math.max(rowLength - label.length - note.length, shortNote / 2);
  return note.length === 0 || note.length > shortNote || detail.length <= room ? detail : `${detail.slice(0, room - 1)}…`;
}

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
