import { beginningOf, originText } from '../../language/onDemand.ts';
import * as vscode from 'vscode';
import { ago } from '../../base/text/ago.ts';
import { largestOf } from '../../base/lists.ts';
import { createMask, maskText, spellingWindow } from '../../base/masks/mask.ts';
import { visibleText } from '../../base/text/visible.ts';
import { showClock, t } from '../../base/l10n.ts';
import type { StoredVariable, VariableChange } from '../../runner/index.ts';
import type { ChangeNode, ListedCollection } from './treeNodes.ts';
import type { Rows, VariableParts } from './variableParts.ts';

const longestShown = 60;

/** The changes of script variables, the newest first. */
export class HistoryTree implements Rows<ChangeNode>, vscode.Disposable {
  readonly #parts: VariableParts;
  readonly #collections: () => Promise<readonly ListedCollection[]>;
  readonly #changed: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #only: string | undefined;

  constructor(parts: VariableParts, collections: () => Promise<readonly ListedCollection[]>) {
    this.#parts = parts;
    this.#collections = collections;
    this.#changed = vscode.Disposable.from(
      parts.variables.onDidChange(() => this.#soon()),
      parts.history.view.onDidChangeVisibility(({ visible }) => visible && parts.history.refresh()),
    );
  }

  /** Shows the changes of one variable, or with undefined all changes. */
  show(name: string | undefined): void {
    this.#only = name;
    void vscode.commands.executeCommand('setContext', 'req.variableHistory.filtered', name !== undefined);
    this.#parts.history.refresh();
  }

  async getChildren(node?: ChangeNode): Promise<readonly ChangeNode[]> {
    if (node !== undefined) return node.kind === 'collection' ? this.#changesOf(node.of) : [];
    const { view } = this.#parts.history;
    view.message = this.#only === undefined ? '' : t('Changes of {0}.', visibleText(this.#only));
    const changed = (await this.#collections()).filter((c) => this.#changesOf(c).length > 0);
    const [only, ...more] = changed;
    if (only !== undefined && more.length === 0) return this.#changesOf(only);
    return changed.map((of) => ({ kind: 'collection', of }));
  }

  itemOf(node: ChangeNode): vscode.TreeItem {
    if (node.kind === 'collection') {
      const item = new vscode.TreeItem(node.of.name, vscode.TreeItemCollapsibleState.Expanded);
      item.id = node.of.root;
      item.iconPath = new vscode.ThemeIcon('library');
      return item;
    }
    const { change, of } = node;
    const { by, how, steps, id } = change;
    const [first, ...others] = steps;
    const names = steps
      .slice(0, 10)
      .map((s) => of.list.mask(visibleText(s.name)))
      .join(', ');
    const item = new vscode.TreeItem(others.length === 0 ? names : t('{0} variables', steps.length));
    item.id = `${of.root}\0${id}`;
    const values =
      first === undefined || others.length > 0
        ? words[how]()
        : `${this.#brief(first.name, first.before, of)} → ${this.#brief(first.name, first.after, of)}`;
    const origin = originText(by, of.known);
    const time = by.time === undefined ? '' : showClock(by.time);
    item.description = [values, origin, time].filter((x) => x !== '').join('  ·  ');
    item.iconPath = new vscode.ThemeIcon(icons[how]);
    const word = first?.before === undefined && how === 'set' ? t('created') : words[how]();
    const when = by.time === undefined ? '' : ago(by.time, Date.now());
    item.tooltip = [`${names}: ${word}`, origin, when].filter((x) => x !== '').join('\n');
    item.accessibilityInformation = {
      label: [names, word, others.length === 0 ? values : '', origin, time].filter((x) => x !== '').join(', '),
    };
    item.contextValue = ['change', steps.some((s) => s.before !== undefined) ? 'before' : '', by.file === undefined ? '' : 'place'].join(
      ' ',
    );
    if (by.file !== undefined) item.command = { title: t('Go to Line'), command: 'req.goToVariable', arguments: [node] };
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }

  #changesOf(of: ListedCollection): readonly ChangeNode[] {
    const only = this.#only;
    return this.#parts.variables
      .of(of.root)
      .history.filter((change) => only === undefined || change.steps.some((s) => s.name === only))
      .map((change): ChangeNode => ({ kind: 'change', of, change }))
      .toReversed();
  }

  /** A value before or after a change, with its secrets masked. */
  #brief(name: string, variable: StoredVariable | undefined, { list }: ListedCollection): string {
    if (variable === undefined) return t('(none)');
    const { value, secret, hides = [] } = variable;
    if (secret === true || list.secretNames.has(name)) return maskText;
    // An old value may have secrets that no variable has now.
    const reach = Math.max(
      list.reach,
      spellingWindow(
        largestOf(
          hides.map((text) => text.length),
          0,
        ),
      ),
    );
    const text = visibleText(list.mask(createMask(hides)(beginningOf(value, longestShown + reach))));
    return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  }

  #soon(): void {
    if (!this.#parts.history.view.visible) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#parts.history.refresh();
    }, 150);
  }
}

const words: Readonly<Record<VariableChange['how'], () => string>> = {
  set: () => t('set'),
  deleted: () => t('deleted'),
  cleared: () => t('cleared'),
  'put back': () => t('restored'),
};

const icons: Readonly<Record<VariableChange['how'], string>> = {
  set: 'edit',
  deleted: 'trash',
  cleared: 'clear-all',
  'put back': 'discard',
};
