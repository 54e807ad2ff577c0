import { blockAt } from '../../language/index.ts';
import { brokenFile } from '../world/brokenFile.ts';
import { isRequestDocument } from '../world/httpFiles.ts';
import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { showCount, t } from '../../base/l10n.ts';
import { Collections } from './collections.ts';
import type { ListedCollection, VariableNode } from './treeNodes.ts';
import { hiddenScheme, Items } from './variableTreeItems.ts';
import { childrenOf, rootNodes } from './variableNodes.ts';
import type { Rows, VariableParts } from './variableParts.ts';

/** Debounce in milliseconds: a script may set ten thousand variables. */
const gathering = 150;

/** Context key that selects the welcome text of the empty view. */
const stateKey = 'req.variables.state';
const filteredKey = 'req.variables.filtered';

export class VariablesTree implements Rows<VariableNode>, vscode.Disposable {
  readonly #parts: VariableParts;
  readonly #collections: Collections;
  readonly #items: Items;
  readonly #disposables: vscode.Disposable[];
  #query = '';
  #all: Promise<readonly ListedCollection[]> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The last text and block of the cursor. */
  #place = '';

  constructor(parts: VariableParts) {
    this.#parts = parts;
    this.#collections = new Collections(parts);
    this.#items = new Items(() => this.#query);
    const soon = (): void => this.#soon();
    this.#disposables = [
      parts.surroundings.onDidChange(soon),
      parts.active.onDidChange(soon),
      parts.tree.view.onDidChangeVisibility(({ visible }) => visible && this.#now()),
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.window.onDidChangeTextEditorSelection(() => {
        const place = this.#placeNow();
        if (place === this.#place) return;
        this.#place = place;
        this.#soon();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isRequestDocument(document) || document.languageId === 'markdown') this.#soon();
      }),
      vscode.window.registerFileDecorationProvider({
        provideFileDecoration: ({ scheme }) =>
          scheme === hiddenScheme
            ? { color: new vscode.ThemeColor('disabledForeground'), tooltip: t('Hidden by another definition'), propagate: false }
            : undefined,
      }),
    ];
  }

  get query(): string {
    return this.#query;
  }

  /** Shows only rows that contain a text in a name, an origin or a value. */
  filter(query: string): void {
    if (query === this.#query) return;
    this.#query = query;
    void vscode.commands.executeCommand('setContext', filteredKey, query !== '');
    this.#parts.tree.refresh();
  }

  itemOf(node: VariableNode): vscode.TreeItem {
    return this.#items.itemOf(node);
  }

  tooltipOf(node: VariableNode): vscode.MarkdownString | undefined {
    return this.#items.tooltipOf(node);
  }

  async getChildren(node?: VariableNode): Promise<readonly VariableNode[]> {
    if (node !== undefined) return childrenOf(node, this.#query);
    const all = await this.collections();
    const filled = all.filter((c) => c.list.groups.length > 0);
    const broken = all.flatMap((c) => brokenFile(c.known.collection)?.words ?? []);
    // What a broken file defines is unknown: the view is not called empty.
    const state = all.length === 0 ? 'noFile' : filled.length === 0 && broken.length === 0 ? 'empty' : 'filled';
    void vscode.commands.executeCommand('setContext', stateKey, state);
    const found = rootNodes(filled).filter((n) => this.#query === '' || childrenOf(n, this.#query).length > 0);
    this.#parts.tree.view.message = [...new Set(broken), ...this.#message(filled, found)].join('\n');
    return found;
  }

  /** The collections as the rows show them; cached until a change. */
  async collections(): Promise<readonly ListedCollection[]> {
    if (this.#all === undefined) {
      this.#all = this.#collections.all();
      this.#all.catch(() => (this.#all = undefined));
    }
    return this.#all;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const d of this.#disposables) d.dispose();
  }

  #message(filled: readonly ListedCollection[], found: readonly VariableNode[]): readonly string[] {
    const lines: string[] = [];
    if (!vscode.workspace.isTrusted && filled.length > 0) lines.push(t('Environments are not read until this workspace is trusted.'));
    if (this.#query !== '') {
      const count = (nodes: readonly VariableNode[]): number =>
        nodes.reduce((sum, n) => sum + (n.kind === 'group' ? n.group.variables.length : 0), 0);
      const left = found.reduce((sum, n) => sum + count(childrenOf(n, this.#query)), 0);
      const all = filled.reduce((sum, c) => sum + c.list.groups.reduce((n, g) => n + g.variables.length, 0), 0);
      lines.push(t('Filter “{0}”: {1} of {2} variables.', visibleText(this.#query), showCount(left), showCount(all)));
    }
    return lines;
  }

  #soon(): void {
    this.#all = undefined;
    // A hidden view is refreshed when it becomes visible.
    if (!this.#parts.tree.view.visible) return;
    this.#timer ??= setTimeout(() => this.#now(), gathering);
  }

  #now(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#all = undefined;
    this.#parts.tree.refresh();
  }

  /** The text and block of the cursor. */
  #placeNow(): string {
    const text = this.#parts.activeText();
    const editor = vscode.window.activeTextEditor;
    if (text === undefined || editor === undefined) return this.#place;
    const tree = this.#parts.surroundings.tree(text);
    const { line, character } = editor.selection.active;
    return `${text.uri.toString()} ${blockAt(tree, tree.lines.offsetAt(line, character)).range.start}`;
  }
}
