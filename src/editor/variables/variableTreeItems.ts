import { beginningOf, originText, placeholderOf, sizeOfValue } from '../../language/onDemand.ts';
import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { maskText } from '../../base/masks/mask.ts';
import { isObjectValue, typeOfValue, valueToText, type Value, type ValueType } from '../../base/values/value.ts';
import { counted, t } from '../../base/l10n.ts';
import type { ListedVariable, VariableGroup, VariableList } from '../../language/onDemand.ts';
import type { VariableNode } from './treeNodes.ts';

export const hiddenScheme = 'req-hidden-variable';

const icons: Readonly<Record<ValueType, string>> = {
  string: 'symbol-string',
  number: 'symbol-number',
  bigint: 'symbol-number',
  boolean: 'symbol-boolean',
  null: 'circle-outline',
  date: 'calendar',
  array: 'symbol-array',
  object: 'symbol-object',
};

const groupIcons: Readonly<Record<VariableGroup['kind'], string>> = {
  prompt: 'question',
  data: 'table',
  script: 'code',
  option: 'terminal',
  file: 'file-code',
  folder: 'folder',
  environment: 'server-environment',
  collection: 'library',
  shared: 'globe',
  exchange: 'reply',
  secret: 'key',
};

/** The layers whose values are not edited. */
const unchangeable: ReadonlySet<string> = new Set(['prompt', 'data', 'option']);

const longestShown = 60;
const longestTooltip = 4000;

type VariableRow = Extract<VariableNode, { kind: 'variable' }>;

export class Items {
  readonly #query: () => string;

  constructor(query: () => string) {
    this.#query = query;
  }

  itemOf(node: VariableNode): vscode.TreeItem {
    const item = this.#itemOf(node);
    // The filter is part of the id, so that rows it expands stay collapsed without it.
    const query = this.#query();
    item.id = query === '' ? node.id : `${node.id}\0${query}`;
    return item;
  }

  #itemOf(node: VariableNode): vscode.TreeItem {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const filtered = this.#query() !== '';
    switch (node.kind) {
      case 'collection': {
        const { name, known, from, active, root } = node.of;
        const item = new vscode.TreeItem(name, active || filtered ? Expanded : Collapsed);
        item.iconPath = new vscode.ThemeIcon('library');
        item.description = [known.environment ?? '', from ?? '']
          .filter((x) => x !== '')
          .map(visibleText)
          .join(' · ');
        item.tooltip = from === undefined ? root : `${root}\n${t('Variables at {0}', visibleText(from))}`;
        item.contextValue = 'collection';
        return item;
      }
      case 'group': {
        const { kind, variables } = node.group;
        const open = filtered || (kind !== 'exchange' && kind !== 'secret');
        const item = new vscode.TreeItem(groupTitles[kind](), open ? Expanded : Collapsed);
        item.iconPath = new vscode.ThemeIcon(groupIcons[kind]);
        item.description = this.#groupPlace(node);
        const count = counted(variables.length, '{0} variable', '{0} variables');
        item.tooltip = `${groupHints[kind]()}\n${count}`;
        item.accessibilityInformation = { label: `${groupTitles[kind]()} ${item.description}, ${count}` };
        item.contextValue = `group ${kind}`;
        return item;
      }
      case 'variables': {
        const { start, end } = node.range;
        const [first, last] = [node.group.variables[start], node.group.variables[end - 1]];
        const item = new vscode.TreeItem(
          node.of.list.mask(`${visibleText(first?.name ?? '')} … ${visibleText(last?.name ?? '')}`),
          filtered ? Expanded : Collapsed,
        );
        item.description = `${start + 1}–${end}`;
        return item;
      }
      case 'variable':
        return this.#variable(node);
      case 'value': {
        const key = node.of.list.mask(visibleText(String(node.path.at(-1))));
        const item = new vscode.TreeItem(key, this.#folded(node.value, node.found));
        const value = this.#brief(node.value, node.of.list);
        item.description = value;
        item.iconPath = new vscode.ThemeIcon(icons[typeOfValue(node.value)]);
        item.accessibilityInformation = { label: `${key}, ${typeOfValue(node.value)}, ${value}` };
        const { origin } = node.variable;
        item.contextValue = ['value', this.#editable(node.variable) ? 'edit' : '', origin?.file === undefined ? '' : 'place']
          .join(' ')
          .trim();
        return item;
      }
      case 'range': {
        const item = new vscode.TreeItem(`[${node.range.start} … ${node.range.end - 1}]`, Collapsed);
        item.iconPath = new vscode.ThemeIcon('list-unordered');
        return item;
      }
    }
  }

  #variable(node: VariableRow): vscode.TreeItem {
    const { variable, of, parent } = node;
    const { name, origin, hiddenBy, hides, secret } = variable;
    const result = variable.value();
    const isChild = parent?.kind === 'variable';
    const label = isChild ? t('hides {0}', groupTitles[origin?.layer ?? 'script']()) : of.list.mask(visibleText(name));
    const none = vscode.TreeItemCollapsibleState.None;
    const unfolds = hides.length > 0 || (result.ok && !secret && sizeOfValue(result.value) > 0);
    const item = new vscode.TreeItem(label, unfolds ? this.#folded(undefined, node.found) : none);
    const value = secret
      ? maskText
      : !result.ok
        ? of.list.mask(result.problem.message)
        : node.group.kind === 'prompt'
          ? ''
          : node.group.kind === 'exchange'
            ? statusOf(result.value)
            : this.#brief(result.value, of.list);
    const place = originText(origin, of.known);
    const type = secret ? 'secret' : result.ok ? typeOfValue(result.value) : 'problem';
    const hidden = hiddenBy === undefined || isChild ? '' : t('hidden by {0}', shadowedBy(node));
    item.description = [value, hidden, shortPlace(node, place)].filter((x) => x !== '').join('  ·  ');
    item.iconPath = iconOf(secret ? 'lock' : result.ok ? icons[typeOfValue(result.value)] : 'warning', hiddenBy !== undefined);
    if (hiddenBy !== undefined) item.resourceUri = vscode.Uri.from({ scheme: hiddenScheme, path: `/${encodeURIComponent(node.id)}` });
    const hidingText = hides.length === 0 ? '' : counted(hides.length, 'hides {0} other', 'hides {0} others');
    item.accessibilityInformation = { label: [label, type, value, hidden, place, hidingText].filter((x) => x !== '').join(', ') };
    item.contextValue = this.#abilities(variable).join(' ');
    return item;
  }

  tooltipOf(node: VariableNode): vscode.MarkdownString | undefined {
    if (node.kind !== 'variable' && node.kind !== 'value') return undefined;
    const { variable, of } = node;
    const result = variable.value();
    const text = new vscode.MarkdownString();
    const value = node.kind === 'value' ? node.value : result.ok ? result.value : undefined;
    const type = variable.secret ? 'secret' : value === undefined ? '' : ` · ${typeOfValue(value)}`;
    const placeholder = placeholderOf(variable.name, node.kind === 'value' ? node.path : []);
    text.appendText(`${of.list.mask(placeholder ?? visibleText(variable.name))}${type}\n`);
    if (variable.secret) text.appendCodeblock(maskText);
    else if (value !== undefined) text.appendCodeblock(this.#text(value, of.list));
    else if (!result.ok) text.appendText(`${of.list.mask(result.problem.message)}\n`);
    const from = originText(variable.origin, of.known);
    if (from !== '') text.appendText(`${t('From {0}', from)}\n`);
    const others = (say: (origin: string) => string, all: readonly ListedVariable[]): void => {
      for (const v of all) text.appendText(`${say(originText(v.origin, of.known))}\n`);
    };
    if (variable.hiddenBy !== undefined) others((origin) => t('Hidden by {0}', origin), [variable.hiddenBy]);
    if (node.kind === 'variable') others((origin) => t('Hides {0}', origin), variable.hides);
    return text;
  }

  /** The words of `contextValue`, which the `when` clauses of menus match. */
  #abilities(variable: ListedVariable): readonly string[] {
    const { origin, secret } = variable;
    const words = ['variable', 'named'];
    if (origin?.layer === 'script') words.push('script', 'delete', 'history');
    else if (origin?.file !== undefined && origin.layer !== 'data') words.push('delete');
    if (this.#editable(variable)) words.push('edit');
    if (origin?.file !== undefined) words.push('place');
    if (!secret) words.push('copy');
    return words;
  }

  #editable({ origin, secret }: ListedVariable): boolean {
    return !secret && origin !== undefined && !unchangeable.has(origin.layer);
  }

  #folded(value: Value | undefined, found: boolean): vscode.TreeItemCollapsibleState {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (value !== undefined && sizeOfValue(value) === 0) return None;
    return found ? Expanded : Collapsed;
  }

  #groupPlace({ group, of }: Extract<VariableNode, { kind: 'group' }>): string {
    if (group.file !== undefined) return of.known.display(group.file);
    return group.kind === 'environment' ? visibleText(of.known.environment ?? '') : '';
  }

  /** The start of a value on one line, secrets masked. */
  #brief(value: Value, list: VariableList): string {
    const text = list.mask(beginningOf(value, longestShown + list.reach));
    const shown = visibleText(text);
    return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
  }

  #text(value: Value, list: VariableList): string {
    const text = typeof value === 'string' ? value.slice(0, longestTooltip + list.reach) : beginningOf(value, longestTooltip + list.reach);
    const plain = list.mask(text).split('\n').map(visibleText).join('\n');
    return plain.length > longestTooltip ? `${plain.slice(0, longestTooltip)}…` : plain;
  }
}

const groupTitles: Readonly<Record<VariableGroup['kind'], () => string>> = {
  prompt: () => t('Prompts'),
  data: () => t('Row of data'),
  script: () => t('Scripts'),
  option: () => t('Options'),
  file: () => t('File'),
  folder: () => t('Folder'),
  environment: () => t('Environment'),
  collection: () => t('Collection'),
  shared: () => t('All environments'),
  exchange: () => t('Last responses'),
  secret: () => t('Secrets'),
};

const groupHints: Readonly<Record<VariableGroup['kind'], () => string>> = {
  prompt: () => t('Asked for at each send'),
  data: () => t('Columns of the file that @data names'),
  script: () => t('Set by scripts or by hand; stored for this collection'),
  option: () => t('Passed to the command'),
  file: () => t('@ definitions of the file'),
  folder: () => t('@ definitions of folder.req'),
  environment: () => t('The chosen environment'),
  collection: () => t('@ definitions of collection.req'),
  shared: () => t('$shared of the environment files'),
  exchange: () => t('The last responses of named requests'),
  secret: () => t('Secrets that the files use'),
};

/** Origin of a variable without what its group shows already. */
function shortPlace({ group, parent, variable: { origin }, of: { known } }: VariableRow, place: string): string {
  if (origin?.file === undefined || origin.line === undefined || parent?.kind === 'variable') return place;
  if (group.file !== undefined) return t('line {0}', origin.line);
  return group.kind === 'environment' || group.kind === 'shared' ? `${known.display(origin.file)}:${origin.line}` : place;
}

/** Short label of what shadows a variable. */
function shadowedBy({ variable: { origin, hiddenBy }, of: { known } }: VariableRow): string {
  const { layer = 'script', file } = hiddenBy?.origin ?? {};
  return layer === origin?.layer && file !== undefined ? known.display(file) : groupTitles[layer]().toLowerCase();
}

function statusOf(exchange: Value): string {
  const response = isObjectValue(exchange) ? exchange.get('response') : undefined;
  if (response === undefined || !isObjectValue(response)) return '';
  return [response.get('status'), response.get('statusText')]
    .flatMap((x) => (x === undefined || x === '' ? [] : [valueToText(x)]))
    .join(' ');
}

function iconOf(name: string, hidden: boolean): vscode.ThemeIcon {
  return hidden ? new vscode.ThemeIcon(name, new vscode.ThemeColor('disabledForeground')) : new vscode.ThemeIcon(name);
}
