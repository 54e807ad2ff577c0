import * as vscode from 'vscode';
import type { CompletionItem, FileView } from '../../language/index.ts';
import { isOffered, scriptAt, scriptCompletion, shownItem } from '../../language/onDemand.ts';
import { toOffset } from '../providers/vscodeRanges.ts';
import { quietly } from '../log/log.ts';
import { toItem } from '../providers/editing/completionItem.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { OpenScript, ScriptService } from './typescript.ts';

/** Number of items per list whose details are requested: each costs one TypeScript request. */
const resolvedItems = 64;

/** Sort text of keywords and globals in TypeScript's lists. */
const globalSort = /^z?15/;

/** The last list from TypeScript, kept to resolve its items. */
interface Shown {
  readonly open: OpenScript;
  readonly position: vscode.Position;
  readonly places: ReadonlyMap<vscode.CompletionItem, number>;
  full?: Thenable<vscode.CompletionList>;
}

/** Completion in scripts: TypeScript's items, or those of the script API without TypeScript. */
export function scriptCompletionProvider(surroundings: Surroundings, service: ScriptService): vscode.CompletionItemProvider {
  let shown: Shown | undefined;

  async function fromTypescript(
    document: vscode.TextDocument,
    view: FileView,
    at: vscode.Position,
    trigger: string | undefined,
  ): Promise<vscode.CompletionItem[] | undefined> {
    const found = scriptAt(view.tree, toOffset(view.tree, at));
    const open = found === undefined ? undefined : await service.open(document, view.tree, found);
    if (found === undefined || open === undefined) return undefined;
    const position = open.inside(at);
    const list = await completionsAt(open, position, trigger, 0);
    const places = new Map<vscode.CompletionItem, number>();
    const word = document.getWordRangeAtPosition(at, /[\w$]+/)?.start ?? at;
    const begins = document.offsetAt(word) - found.script.source.start;
    // Members after a dot are never filtered. The item's own range may include the dot.
    const isMember = /(?<!\.\.)\.\s*$/.test(found.script.source.text.slice(Math.max(0, begins - 100), begins));
    const items = list.items.flatMap((item, i) => {
      const kept = usable(item, open, (name, isGlobal) => isMember || isOffered(name, isGlobal, found.script, begins));
      if (kept !== undefined) places.set(kept, i);
      return kept ?? [];
    });
    shown = { open, position, places };
    return items;
  }

  return {
    provideCompletionItems: (document, position, _token, context) =>
      quietly('completion in a script', async () => {
        if (scriptAt(surroundings.tree(document), toOffset(surroundings.tree(document), position)) === undefined) return undefined;
        const view = await surroundings.know(document);
        const own = scriptCompletion(view, toOffset(view.tree, position));
        // TypeScript does not know names of variables and parts of responses.
        const ownItems = (): vscode.CompletionItem[] =>
          own?.items.map((item, i) => withDocumentation(toItem(item, shownItem(item, i), view.tree), item)) ?? [];
        if (own?.fromValues === true) return ownItems();
        const items = await quietly('TypeScript', () => fromTypescript(document, view, position, context.triggerCharacter));
        if (items !== undefined && items.length > 0) return new vscode.CompletionList(items);
        // TypeScript may still be starting: request again at the next key.
        return own === undefined ? undefined : new vscode.CompletionList(ownItems(), service.available);
      }),
    resolveCompletionItem: (item) =>
      quietly('completion in a script', async () => {
        const place = shown?.places.get(item);
        if (shown === undefined || place === undefined || place >= resolvedItems) return item;
        shown.full ??= completionsAt(shown.open, shown.position, undefined, resolvedItems);
        const full = (await shown.full).items.find((x) => labelOf(x) === labelOf(item) && x.kind === item.kind);
        if (full?.detail !== undefined) item.detail = full.detail;
        if (full?.documentation !== undefined) item.documentation = full.documentation;
        return item;
      }),
  };
}

const completionsAt = ({ document }: OpenScript, at: vscode.Position, trigger: string | undefined, full: number) =>
  vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at, trigger, full);

const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

/** Maps an item of the script's document to the file. Undefined for plain words, imports and APIs that scripts lack. */
function usable(
  item: vscode.CompletionItem,
  open: OpenScript,
  offered: (name: string, isGlobal: boolean) => boolean,
): vscode.CompletionItem | undefined {
  const { kind, sortText = '', range } = item;
  if (kind === vscode.CompletionItemKind.Text || (item.additionalTextEdits?.length ?? 0) > 0) return undefined;
  const isWord = kind === vscode.CompletionItemKind.Keyword || kind === vscode.CompletionItemKind.Snippet;
  if (!isWord && !offered(labelOf(item), globalSort.test(sortText))) return undefined;
  const own = new vscode.CompletionItem(item.label, kind);
  if (range !== undefined) {
    const mapped = range instanceof vscode.Range ? open.outside(range) : bothOutside(open, range);
    if (mapped === undefined) return undefined;
    own.range = mapped;
  }
  for (const key of ['sortText', 'filterText', 'insertText', 'commitCharacters', 'preselect', 'tags', 'detail', 'documentation'] as const)
    if (item[key] !== undefined) Object.assign(own, { [key]: item[key] });
  return own;
}

function bothOutside(open: OpenScript, range: Exclude<vscode.CompletionItem['range'], vscode.Range | undefined>) {
  const inserting = open.outside(range.inserting);
  const replacing = open.outside(range.replacing);
  return inserting === undefined || replacing === undefined ? undefined : { inserting, replacing };
}

function withDocumentation(shown: vscode.CompletionItem, { documentation }: CompletionItem): vscode.CompletionItem {
  if (documentation !== undefined) shown.documentation = new vscode.MarkdownString(documentation());
  return shown;
}
