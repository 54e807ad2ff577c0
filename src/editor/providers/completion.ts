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
        const { version } = document;
        const known = await surroundings.know(document);
        const trigger = triggerKind === vscode.CompletionTriggerKind.TriggerCharacter ? triggerCharacter : undefined;
        const offset = toOffset(known.tree, position);
        const { items, incomplete } = await completion(known, offset, { trigger, readFolder });
        const fitting = document.version === version ? items : items.flatMap((item) => upTo(offset, item, known.tree) ?? []);
        if (fitting.length === 0) return undefined;
        const converted = fitting.map((item, index) => {
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

/**
 * An item as it was when it was asked for: what has been typed behind the offset since then VS Code replaces by itself. Undefined
 * where the item takes more than a word's rest, which may be typed or may have stood there.
 */
function upTo(offset: number, item: CompletionItem, tree: DocumentTree): CompletionItem | undefined {
  const { start, end } = item.range;
  if (!/^[\p{L}\p{M}\p{N}_$-]*$/u.test(tree.text.slice(offset, end))) return undefined;
  return { ...item, range: { start, end: Math.min(offset, end) } };
}

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
