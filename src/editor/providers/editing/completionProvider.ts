import * as vscode from 'vscode';
import { isForeignTree } from '../../../language/atStart.ts';
import type { CompletionItem, DocumentTree } from '../../../language/index.ts';
import { onDemand } from '../../commands/onDemand.ts';
import { toOffset } from '../vscodeRanges.ts';
import { toItem } from './completionItem.ts';
import { readFolder } from '../../world/editorFiles.ts';
import { quietly } from '../../log/log.ts';
import type { SecretStore } from '../../secrets/secretStore.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';

export function completionProvider(surroundings: Surroundings, secrets: SecretStore): vscode.CompletionItemProvider {
  const texts = new WeakMap<vscode.CompletionItem, () => string>();
  return {
    provideCompletionItems: (document, position, _token, { triggerKind, triggerCharacter }) =>
      quietly('completion', async () => {
        const { version } = document;
        const { completion, meansTheSame, shownItem } = await onDemand();
        const known = await surroundings.know(document);
        const trigger = triggerKind === vscode.CompletionTriggerKind.TriggerCharacter ? triggerCharacter : undefined;
        const offset = toOffset(known.tree, position);
        const { items: all, incomplete } = await completion(known, offset, {
          trigger,
          readFolder,
          secrets: secrets.namesIn(known.collection.root),
        });
        const items = isForeignTree(known.tree) ? all.filter((item) => meansTheSame(item, known, offset)) : all;
        const fitting = document.version === version ? items : items.flatMap((item) => upTo(offset, item, known.tree) ?? []);
        if (fitting.length === 0) return undefined;
        const converted = fitting.map((item, index) => {
          const shown = toItem(item, shownItem(item, index), known.tree);
          if (item.documentation !== undefined) texts.set(shown, item.documentation);
          return shown;
        });
        return new vscode.CompletionList(converted, incomplete);
      }),
    resolveCompletionItem: (item) =>
      quietly('completion', () => {
        const text = texts.get(item)?.();
        // Untrusted Markdown: a value cannot run commands or insert HTML.
        if (text !== undefined) item.documentation = new vscode.MarkdownString(text);
        return item;
      }),
  };
}

/**
 * Adapts an item to text typed since the request: VS Code itself replaces text typed after `offset`. Undefined if the item replaces more
 * than the rest of a word, because that text may be typed or old.
 */
function upTo(offset: number, item: CompletionItem, tree: DocumentTree): CompletionItem | undefined {
  const { start, end } = item.range;
  if (!/^[\p{L}\p{M}\p{N}_$-]*$/u.test(tree.text.slice(offset, end))) return undefined;
  return { ...item, range: { start, end: Math.min(offset, end) } };
}
