import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { counted, showClock, showDateTime, t } from '../../base/l10n.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import {
  fileName,
  filterWords,
  historyTree,
  matchesFilter,
  runningMatchesFilter,
  noFilter,
  type EntryNode,
  type HistoryFilter,
  type HistoryRow,
  type RunningNode,
} from '../../response/history/historyEntries.ts';
import type { HistoryParts } from './historyParts.ts';
import type { HistoryStore } from '../../response/history/historyStore.ts';
import { showDuration } from '../../base/text/durationText.ts';
import { showSize } from '../../base/text/sizeText.ts';
import { statusWords } from '../../response/history/entryText.ts';

const filteredKey = 'req.history.filtered';
const stateKey = 'req.history.state';

export class HistoryRows {
  readonly #parts: HistoryParts;
  readonly #store: HistoryStore;
  #filter = noFilter;
  /** Part of the row ids, so that a new filter expands folders: VS Code restores the collapsed state by id. */
  #filters = 0;

  constructor(parts: HistoryParts, store: HistoryStore) {
    this.#parts = parts;
    this.#store = store;
  }

  get filter(): HistoryFilter {
    return this.#filter;
  }

  /** Shows only the entries that match. */
  set filter(filter: HistoryFilter) {
    this.#filter = filter;
    this.#filters++;
    void vscode.commands.executeCommand('setContext', filteredKey, filter.text !== '' || filter.endings.size > 0);
    this.#parts.tree.refresh();
  }

  async getChildren(node?: HistoryRow): Promise<readonly HistoryRow[]> {
    if (node !== undefined) return 'children' in node ? node.children : [];
    const { entries: stored, unreadable } = await this.#store.list();
    const running = this.#parts.running();
    // A run is stored just before it is over.
    const entries = stored.filter(({ id }) => !running.some((run) => run.id === id));
    const { enabled } = this.#parts.settings();
    const state = entries.length > 0 ? 'filled' : enabled ? 'empty' : 'off';
    void vscode.commands.executeCommand('setContext', stateKey, state);
    const found = entries.filter((facts) => matchesFilter(facts, this.#filter));
    this.#parts.tree.view.message = this.#message(entries.length, found.length, unreadable, enabled);
    return [...running.filter((run) => runningMatchesFilter(run, this.#filter)), ...historyTree(found, Date.now())];
  }

  itemOf(node: HistoryRow): vscode.TreeItem {
    const item = this.#itemOf(node);
    item.id = `${node.kind} ${node.id}${this.#isFiltered() ? ` of filter ${this.#filters}` : ''}`;
    item.contextValue = node.kind;
    return item;
  }

  tooltipOf(node: HistoryRow): vscode.MarkdownString | undefined {
    if (node.kind !== 'entry') return undefined;
    const { facts } = node;
    const tests = facts.tests.passed + facts.tests.failed;
    const lines = [
      `${facts.method} ${facts.url}`,
      statusWords(facts),
      showDateTime(facts.time),
      [
        showDuration(facts.duration),
        showSize(facts.size),
        ...(facts.events > 0 ? [counted(facts.events, '{0} event', '{0} events')] : []),
      ].join(', '),
      ...(facts.environment === null ? [] : [t('Environment {0}', facts.environment)]),
      ...(tests === 0 ? [] : [counted(tests, '{1} of {0} test passed', '{1} of {0} tests passed', facts.tests.passed)]),
      `${fileName(facts.uri)}:${facts.line}`,
    ];
    // Appended as text, because server text must not be rendered as Markdown.
    return new vscode.MarkdownString().appendText(lines.map(visibleText).join('\n\n'));
  }

  #itemOf(node: HistoryRow): vscode.TreeItem {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    switch (node.kind) {
      case 'collection': {
        const item = new vscode.TreeItem(this.#parts.nameOf(node.root), Expanded);
        item.iconPath = new vscode.ThemeIcon('library');
        return item;
      }
      case 'day':
        return new vscode.TreeItem(node.label, node.label === t('Today') || this.#isFiltered() ? Expanded : Collapsed);
      case 'request': {
        const { request, uri } = node.newest;
        const item = new vscode.TreeItem(visibleText(request.title), this.#isFiltered() ? Expanded : Collapsed);
        item.iconPath = iconOf(node.newest);
        item.description = `${t('{0} times', node.children.length)} · ${fileName(uri)}`;
        return item;
      }
      case 'entry':
        return this.#entryItem(node);
      case 'running':
        return runningItem(node);
    }
  }

  #entryItem({ facts, alone }: EntryNode): vscode.TreeItem {
    const time = showClock(facts.time);
    const item = new vscode.TreeItem(visibleText(alone ? facts.request.title : time), vscode.TreeItemCollapsibleState.None);
    const details = [statusWords(facts), showDuration(facts.duration), facts.environment ?? '', alone ? time : ''];
    item.description = details
      .filter((part) => part !== '')
      .map(visibleText)
      .join(' · ');
    item.iconPath = iconOf(facts);
    item.accessibilityInformation = {
      label: t(
        '{0}, {1}, {2}, at {3}',
        visibleText(facts.request.title),
        visibleText(statusWords(facts)),
        showDuration(facts.duration),
        time,
      ),
    };
    item.command = { command: 'req.openHistoryEntry', title: t('Open'), arguments: [{ kind: 'entry', id: facts.id, facts, alone }] };
    return item;
  }

  #isFiltered(): boolean {
    return this.#filter.text !== '' || this.#filter.endings.size > 0;
  }

  #message(all: number, found: number, unreadable: number, enabled: boolean): string {
    const lines: string[] = [];
    if (this.#isFiltered()) lines.push(t('Filter {0}: {1} of {2} responses.', filterWords(this.#filter), found, all));
    if (!enabled && all > 0) lines.push(t('The history is turned off. No responses are added.'));
    if (unreadable > 0) lines.push(unreadable === 1 ? t('One entry could not be read.') : t('{0} entries could not be read.', unreadable));
    return lines.join('\n');
  }
}

function runningItem(node: RunningNode): vscode.TreeItem {
  const { request, environment, uri } = node.record;
  const item = new vscode.TreeItem(visibleText(request.title), vscode.TreeItemCollapsibleState.None);
  const started = t('running since {0}', showClock(node.since));
  item.description = [started, environment ?? '', fileName(uri.toString())].filter(Boolean).map(visibleText).join(' · ');
  item.iconPath = new vscode.ThemeIcon('pulse', new vscode.ThemeColor('charts.blue'));
  item.accessibilityInformation = { label: `${visibleText(request.title)}, ${started}` };
  item.command = { command: 'req.openHistoryEntry', title: t('Open'), arguments: [node] };
  return item;
}

/** Icon by status class. The shapes differ too, for users who do not see the colors. */
function iconOf({ outcome, status, tests }: StoredFacts): vscode.ThemeIcon {
  const icon = (id: string, color: string): vscode.ThemeIcon => new vscode.ThemeIcon(id, new vscode.ThemeColor(color));
  if (outcome === 'cancelled') return icon('circle-slash', 'descriptionForeground');
  if (outcome === 'failed' || status === null) return icon('error', 'charts.red');
  if (tests.failed > 0) return icon('beaker', 'charts.red');
  if (status >= 500) return icon('error', 'charts.red');
  if (status >= 400) return icon('warning', 'list.warningForeground');
  return status >= 300 ? icon('arrow-right', 'charts.purple') : icon('pass', 'charts.green');
}
