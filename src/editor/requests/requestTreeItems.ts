import * as vscode from 'vscode';
import { counted, showClock, showCount, t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import { isForeign } from '../../language/index.ts';
import { nodesAround, type RequestNode, type RequestTreeNode } from '../../language/onDemand.ts';
import { showDuration } from '../../base/text/durationText.ts';
import { statusWords } from '../../response/history/entryText.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import type { CommandId } from '../commands/contributions.ts';
import { folderName, uriOf } from '../world/editorFiles.ts';
import { isFailed, type LastRuns } from './lastRuns.ts';

/** Scheme of the rows of requests, whose decoration shows the last status. */
const requestScheme = 'req-request';

/** Icon and color by method. The shapes differ, for users who do not see the colors; the label begins with the method. */
const methodIcons: Readonly<Record<string, readonly [icon: string, color: string]>> = {
  GET: ['arrow-down', 'charts.green'],
  QUERY: ['search', 'charts.green'],
  HEAD: ['eye', 'charts.green'],
  OPTIONS: ['settings', 'charts.purple'],
  POST: ['add', 'charts.blue'],
  PUT: ['arrow-up', 'symbolIcon.eventForeground'],
  PATCH: ['edit', 'charts.yellow'],
  DELETE: ['trash', 'charts.red'],
};

/** The label of a request without its method. */
export function titleOfNode({ summary: { name, title, urlTemplate, method } }: RequestNode): string {
  return name === '' && title.startsWith(`${method} `) ? urlTemplate : title;
}

/** A stable id of a node, for VS Code. */
export const idOf = (node: RequestTreeNode): string =>
  node.kind === 'request' ? `request ${node.file.path}\n${node.key}` : `${node.kind} ${node.path}`;

/** How rows are shown while a filter is active. */
export interface FilterState {
  readonly text: string;
  /** Part of the row ids, so that a new filter expands rows: VS Code restores the collapsed state by id. */
  readonly number: number;
  readonly expands: boolean;
}

/** The message of the view while a filter is active. */
export const filterWords = (text: string, found: number, all: number): string =>
  t('Filter “{0}”: {1} of {2} requests.', visibleText(text), showCount(found), showCount(all));

/** State of a row besides its node. */
interface RowState {
  readonly last: LastRuns;
  readonly isRunning: boolean;
  /** How many requests below a file or a folder failed. */
  readonly failures: number;
  /** Whether the request has an OpenAPI document. */
  readonly hasApi: boolean;
  /** Whether the user expanded the row; undefined if it was never expanded or collapsed. */
  readonly isOpen: boolean | undefined;
  readonly filter: FilterState | undefined;
}

/** The row of a node. */
export function itemOf(node: RequestTreeNode, { last, isRunning, failures, hasApi, isOpen: wasOpen, filter }: RowState): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = node.kind === 'request' ? requestItem(node, last, isRunning) : new vscode.TreeItem(uriOf(node.path));
  if (node.kind !== 'request') {
    const isOpen = filter === undefined ? (wasOpen ?? node.kind === 'collection') : filter.expands;
    item.collapsibleState = isOpen ? Expanded : Collapsed;
    item.iconPath =
      node.kind === 'file' ? vscode.ThemeIcon.File : node.kind === 'folder' ? vscode.ThemeIcon.Folder : new vscode.ThemeIcon('library');
    if (node.kind === 'collection') item.label = folderName(node.path);
    if (failures > 0) item.description = t('{0} failed', showCount(failures));
  }
  item.id = filter === undefined ? idOf(node) : `${idOf(node)}\nfilter ${filter.number}`;
  item.contextValue = `${contextOf(node)}${hasApi ? ' api' : ''}${isRunning ? ' running' : ''}`;
  return item;
}

/** Context value for the conditions of a row's menus. Files of other clients are not edited. */
function contextOf(node: RequestTreeNode): string {
  if (node.kind === 'request') return isForeign(node.file.path) ? 'httpRequest' : 'request';
  return node.kind === 'file' && isForeign(node.path) ? 'httpFile' : node.kind;
}

function requestItem(node: RequestNode, last: LastRuns, isRunning: boolean): vscode.TreeItem {
  const { method, urlTemplate, tags, disabled } = node.summary;
  const title = visibleText(titleOfNode(node));
  const item = new vscode.TreeItem(`${visibleText(method)} ${title}`, vscode.TreeItemCollapsibleState.None);
  const facts = last.of(uriOf(node.file.path), node.key);
  const shown = [
    facts === undefined ? '' : shortStatus(facts),
    disabled ? t('disabled') : '',
    title === urlTemplate ? '' : visibleText(urlTemplate),
  ];
  item.description = shown.filter((part) => part !== '').join(' · ');
  const [icon, color] = methodIcons[method] ?? ['symbol-event', 'descriptionForeground'];
  item.iconPath = isRunning
    ? new vscode.ThemeIcon('loading~spin')
    : new vscode.ThemeIcon(icon, new vscode.ThemeColor(disabled ? 'disabledForeground' : color));
  item.resourceUri = uriOfRequest(uriOf(node.file.path).toString(), node.key);
  const words = [
    `${method} ${title}`,
    isRunning ? t('running') : facts === undefined ? '' : t('last response {0}', statusWords(facts)),
    disabled ? t('disabled') : '',
    tags.length === 0 ? '' : counted(tags.length, 'tag {1}', 'tags {1}', tags.join(', ')),
  ];
  item.accessibilityInformation = {
    label: words
      .filter((part) => part !== '')
      .map(visibleText)
      .join(', '),
  };
  item.command = { command: 'req.openRequest' satisfies CommandId, title: t('Open'), arguments: [node] };
  return item;
}

/** The full facts about a request, for the hover of its row. */
export function tooltipOf(node: RequestTreeNode, last: LastRuns): vscode.MarkdownString | undefined {
  if (node.kind !== 'request') return undefined;
  const { method, urlTemplate, name, title, tags, line } = node.summary;
  const facts = last.of(uriOf(node.file.path), node.key);
  const lines = [
    ...(title === '' || title.startsWith(`${method} `) ? [] : [title]),
    `${method} ${urlTemplate}`,
    ...(name === '' || name === title ? [] : [t('Name {0}', name)]),
    ...(tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(' ')]),
    ...(facts === undefined ? [] : [`${statusWords(facts)} · ${showDuration(facts.duration)} · ${showClock(facts.time)}`]),
    `${vscode.workspace.asRelativePath(uriOf(node.file.path))}:${line}`,
  ];
  // Appended as text, because file text must not be rendered as Markdown.
  return new vscode.MarkdownString().appendText(lines.map(visibleText).join('\n\n'));
}

/**
 * The URI of the decoration of a request's row.
 * @param file the URI of its file
 */
export const uriOfRequest = (file: string, key: string): vscode.Uri =>
  vscode.Uri.from({ scheme: requestScheme, path: '/', query: JSON.stringify([file, key]) });

/** The dot of a row: the color of the last status. */
export function statusDecoration(uri: vscode.Uri, last: LastRuns): vscode.FileDecoration | undefined {
  if (uri.scheme !== requestScheme) return undefined;
  const [file, key] = JSON.parse(uri.query) as readonly [string, string];
  const facts = last.of(vscode.Uri.parse(file), key);
  if (facts === undefined || facts.outcome === 'cancelled') return undefined;
  const decoration = new vscode.FileDecoration('●', statusWords(facts), new vscode.ThemeColor(colorOf(facts)));
  decoration.propagate = false;
  return decoration;
}

function colorOf(facts: StoredFacts): string {
  const status = facts.status ?? 0;
  if (isFailed(facts)) return 'list.errorForeground';
  if (status >= 400) return 'list.warningForeground';
  // Colors that themes define for text.
  return status >= 300 ? 'terminal.ansiMagenta' : 'terminal.ansiGreen';
}

const shortStatus = (facts: StoredFacts): string =>
  facts.tests.failed > 0 && facts.status !== null
    ? counted(facts.tests.failed, '{1}, {0} test failed', '{1}, {0} tests failed', facts.status)
    : facts.status !== null && (facts.outcome === 'complete' || facts.outcome === 'ended')
      ? String(facts.status)
      : statusWords(facts);

/** The title of a request, or the path of another node, for messages. */
export const shownName = (node: RequestTreeNode): string =>
  node.kind === 'request'
    ? titleOfNode(node)
    : nodesAround(node).length === 1
      ? folderName(node.path)
      : vscode.workspace.asRelativePath(uriOf(node.path));
