import * as vscode from 'vscode';
import { completion, type CompletionItem, type CompletionKind, type DocumentTree } from '../../language/index.ts';
import { toOffset, toRange } from '../convert.ts';
import { readFolder } from '../files.ts';
import { quietly } from '../log.ts';
import type { Surroundings } from '../surroundings.ts';

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

export function completionProvider(surroundings: Surroundings): vscode.CompletionItemProvider {
  const texts = new WeakMap<vscode.CompletionItem, () => string>();
  return {
    provideCompletionItems: (document, position, _token, { triggerKind, triggerCharacter }) =>
      quietly('completion', async () => {
        const known = await surroundings.know(document);
        const trigger = triggerKind === vscode.CompletionTriggerKind.TriggerCharacter ? triggerCharacter : undefined;
        const { items, incomplete } = await completion(known, toOffset(known.tree, position), { trigger, readFolder });
        if (items.length === 0) return undefined;
        const converted = items.map((item, index) => {
          const shown = toItem(item, index, known.tree);
          if (item.documentation !== undefined) texts.set(shown, item.documentation);
          return shown;
        });
        return new vscode.CompletionList(converted, incomplete);
      }),
    resolveCompletionItem: (item) =>
      quietly('completion', () => {
        const text = texts.get(item)?.();
        // Not trusted: no command and no HTML of a value can act here.
        if (text !== undefined) item.documentation = new vscode.MarkdownString(text);
        return item;
      }),
  };
}

/** One of the language's items as VS Code shows it, the `index`-th of its list; without its documentation. */
export function toItem(item: CompletionItem, index: number, tree: DocumentTree): vscode.CompletionItem {
  const { label, detail, origin, kind, insertText, snippet, range, filterText, again, commit } = item;
  const shown = new vscode.CompletionItem(
    { label, ...(detail === undefined ? {} : { detail: `  ${detail.trim()}` }), ...(origin === undefined ? {} : { description: origin }) },
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
