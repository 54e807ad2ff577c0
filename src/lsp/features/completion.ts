import { CompletionItemKind, InsertTextFormat, type CompletionItem as LspItem } from 'vscode-languageserver/node';
import { listFolder } from '../../files/folders.ts';
import { completionTriggers, isForeignTree, type CompletionItem, type DocumentTree, type FolderEntry } from '../../language/index.ts';
import { completion, meansTheSame, scriptCompletion, shownItem, withoutStops } from '../../language/onDemand.ts';
import { toOffset, toRange } from '../lspRanges.ts';
import { contentFor } from '../plainText.ts';
import type { Feature } from './feature.ts';

async function readFolder(folder: string): Promise<readonly FolderEntry[]> {
  const entries = await listFolder(folder).catch(() => []);
  return entries.map(({ name, kind }) => ({ name, kind: kind === 'folder' ? 'folder' : 'file' }));
}

const secretPrefix = 'REQ_SECRET_';

const secretsGiven = (): readonly string[] =>
  Object.keys(process.env).flatMap((name) => (name.startsWith(secretPrefix) ? name.slice(secretPrefix.length) : []));

export const completions: Feature = {
  capabilities: { completionProvider: { triggerCharacters: [...completionTriggers], resolveProvider: true } },
  register(connection, viewOf, client) {
    // Documentation is created on resolve, and clients resolve only items of the last list.
    let shown: readonly CompletionItem[] = [];
    connection.onCompletion(async ({ textDocument, position, context }) => {
      const view = await viewOf(textDocument.uri);
      if (view === undefined) return null;
      const offset = toOffset(view.tree, position);
      const found =
        scriptCompletion(view, offset) ??
        (await completion(view, offset, { trigger: context?.triggerCharacter, readFolder, secrets: secretsGiven() }));
      shown = isForeignTree(view.tree) ? found.items.filter((item) => meansTheSame(item, view, offset)) : found.items;
      const snippets = client().textDocument?.completion?.completionItem?.snippetSupport === true;
      return {
        isIncomplete: 'incomplete' in found && found.incomplete,
        items: shown.map((item, index) => toItem(item, index, view.tree, snippets)),
      };
    });
    connection.onCompletionResolve((item) => {
      const value = shown.find(({ label }, index) => index === item.data && label === item.label)?.documentation?.();
      const { documentationFormat } = client().textDocument?.completion?.completionItem ?? {};
      return value === undefined ? item : { ...item, documentation: contentFor(documentationFormat, value) };
    });
  },
};

function toItem(item: CompletionItem, index: number, tree: DocumentTree, snippets: boolean): LspItem {
  const { label, note, insertText, snippet = false, range, filterText = label, commit } = item;
  const { picture, detail, sortText } = shownItem(item, index);
  return {
    label,
    kind: CompletionItemKind[picture],
    sortText,
    filterText,
    textEdit: { range: toRange(tree, range), newText: snippet && !snippets ? withoutStops(insertText) : insertText },
    insertTextFormat: snippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    data: index,
    ...(commit === undefined ? {} : { commitCharacters: [...commit] }),
    ...(detail === undefined ? {} : { detail }),
    ...(note === undefined ? {} : { labelDetails: { description: note } }),
  };
}
