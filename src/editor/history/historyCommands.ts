import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { showClock, showDate, showDateTime, t } from '../../base/l10n.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';
import type { Comparisons, Side } from './comparisons.ts';
import {
  endings,
  endingsOf,
  endingWords,
  fileName,
  noFilter,
  requestKey,
  type HistoryRow,
  type RunningNode,
} from '../../response/history/historyEntries.ts';
import { isEntry, isRunning, type HistoryParts } from './historyParts.ts';
import { sendableText } from '../../response/history/sendable.ts';
import type { HistoryStore } from '../../response/history/historyStore.ts';
import type { HistoryRows } from './historyTree.ts';
import { showDuration } from '../../base/text/durationText.ts';
import { statusWords } from '../../response/history/entryText.ts';

interface EntryPick extends vscode.QuickPickItem {
  readonly facts: StoredFacts;
}

interface EnvironmentPick extends vscode.QuickPickItem {
  readonly environment: string;
}

export class HistoryCommands {
  readonly #parts: HistoryParts;
  readonly #store: HistoryStore;
  readonly #rows: HistoryRows;
  readonly #comparisons: Comparisons;

  constructor(parts: HistoryParts, store: HistoryStore, rows: HistoryRows, comparisons: Comparisons) {
    this.#parts = parts;
    this.#store = store;
    this.#rows = rows;
    this.#comparisons = comparisons;
  }

  async open(node: unknown): Promise<void> {
    if (isRunning(node)) return this.#openRunning(node);
    const facts = await this.#entry(node, t('Req: Open'));
    const record = facts && (await this.#record(facts));
    if (record !== undefined) this.#parts.show(record);
  }

  /** Compares the two selected entries, or one with another that the user picks. */
  async compare(node: unknown, selected: unknown): Promise<void> {
    const [first, second] = entriesOf(node, selected, this.#parts.tree.view.selection);
    const one = first ?? (await this.#entry(undefined, t('Req: Compare')));
    if (one === undefined) return;
    const other = second ?? (await this.#pick(await this.#others(one), t('Req: Compare With')));
    if (other === undefined) return;
    const records = [await this.#record(one), await this.#record(other)];
    await this.#show(records);
  }

  /** Compares the response of a panel with an earlier one, or with a new one from another environment. */
  async compareShown(record: RunRecord): Promise<void> {
    const than = { id: record.id, uri: record.uri.toString(), request: record.request };
    const others = await this.#others(than);
    // A deleted file has no environments.
    const environments = await this.#parts.environmentsOf(record).catch(() => []);
    if (others.length + environments.length === 0)
      return void vscode.window.showInformationMessage(
        this.#parts.settings().enabled
          ? t('There is no other response to compare with. Send the request again.')
          : t('There is no other response to compare with, because the history is turned off (req.history.enabled).'),
      );
    const sending = environments.map((environment) => ({
      label: `$(server-environment) ${t('Send in {0} and compare', visibleText(environment))}`,
      environment,
    }));
    const title = t('Req: Compare With');
    // Offer the previous response of the same request first; without one, offer other environments first.
    const before = others.slice(0, 1).filter((facts) => requestKey(facts) === requestKey(than));
    const after = others.slice(before.length);
    const items: readonly (EntryPick | EnvironmentPick)[] = [...before.map(itemOf), ...sending, ...after.map(itemOf)];
    const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
    if (chosen === undefined) return;
    const shared = record.share();
    const other = 'facts' in chosen ? this.#record(chosen.facts) : this.#parts.sendIn(record, chosen.environment).then((r) => r?.share());
    await this.#show([shared, await other]);
  }

  /** Sends the stored request unchanged. If it contained a secret, sends the request from the file instead. */
  async sendAgain(node: unknown): Promise<void> {
    const facts = await this.#entry(node, t('Req: Send Again'));
    const run = facts && (await this.#store.read(facts.id));
    if (facts === undefined) return;
    if (run === undefined) return gone();
    const sendable = sendableText(run);
    if (sendable.ok) return void (await this.#parts.sendText(facts, sendable.text));
    const send = t('Send from the File');
    const answer = await vscode.window.showInformationMessage(
      t('This request cannot be sent as it was: {0}.', sendable.reason),
      { modal: true, detail: t('You can send the request "{0}" as it is now in {1}.', facts.request.title, fileName(facts.uri)) },
      send,
    );
    if (answer === send) await this.#parts.sendFromFile(facts);
  }

  async delete(node: unknown, selected: unknown): Promise<void> {
    const nodes = [...nodesOf(node, selected, this.#parts.tree.view.selection)];
    const ids = new Set(nodes.flatMap(idsIn));
    if (ids.size === 0) return;
    if (ids.size > 1 && !(await sure(t('Delete {0} responses from the history?', ids.size), t('Delete')))) return;
    await this.#store.remove(ids);
    this.#parts.tree.refresh();
  }

  async clear(): Promise<void> {
    const { entries } = await this.#store.list();
    if (entries.length === 0) return void vscode.window.showInformationMessage(t('The history is empty.'));
    if (!(await sure(t('Delete all {0} responses from the history of this workspace?', entries.length), t('Delete All')))) return;
    await this.#store.sweep({ size: -1, age: -1, entries: 0 });
    this.#parts.tree.refresh();
  }

  showAll(): void {
    this.#rows.filter = noFilter;
  }

  /** Filters the rows while the user types; Escape restores the previous filter. */
  search(): void {
    const before = this.#rows.filter;
    const input = vscode.window.createInputBox();
    let accepted = false;
    Object.assign(input, {
      title: t('Req: Search History'),
      placeholder: t('Search by name, URL, status, environment or file'),
      value: before.text,
    });
    input.onDidChangeValue((text) => (this.#rows.filter = { ...this.#rows.filter, text: text.trim() }));
    input.onDidAccept(() => {
      accepted = true;
      input.hide();
    });
    input.onDidHide(() => {
      if (!accepted) this.#rows.filter = before;
      input.dispose();
    });
    input.show();
  }

  async filterByStatus(): Promise<void> {
    const { entries } = await this.#store.list();
    const { filter } = this.#rows;
    const items = endings.map((ending) => ({
      label: endingWords[ending](),
      description: String(entries.filter((facts) => endingsOf(facts).includes(ending)).length),
      picked: filter.endings.has(ending),
      ending,
    }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Req: Filter History by Status'),
      placeHolder: t('Select what to show; nothing selected shows all'),
      canPickMany: true,
    });
    if (chosen !== undefined) this.#rows.filter = { ...filter, endings: new Set(chosen.map(({ ending }) => ending)) };
  }

  /** Shows a run in progress, or what was stored of it if it has just ended. */
  async #openRunning({ id }: RunningNode): Promise<void> {
    if (this.#parts.showRunning(id)) return;
    const run = await this.#store.read(id);
    if (run === undefined) gone();
    else this.#parts.show(await this.#parts.replayStored(run));
  }

  /** The stored response, or undefined after a message if it was deleted. The caller disposes it. */
  async #record({ id }: StoredFacts): Promise<RunRecord | undefined> {
    const shown = this.#parts.shown(id);
    if (shown !== undefined) return shown.share();
    const run = await this.#store.read(id);
    if (run === undefined) gone();
    return run && this.#parts.replayStored(run);
  }

  async #show(records: readonly (RunRecord | undefined)[]): Promise<void> {
    const found = records.filter((r) => r !== undefined);
    const [left, right] = found.map(sideOf).toSorted((a, b) => a.time - b.time);
    if (left !== undefined && right !== undefined) await this.#comparisons.show(left, right);
    for (const record of found) record.dispose();
  }

  /** All other entries, those of the same request first. */
  async #others(than: Pick<StoredFacts, 'id' | 'uri' | 'request'>): Promise<readonly StoredFacts[]> {
    const others = (await this.#store.list()).entries.filter(({ id }) => id !== than.id);
    const same = others.filter((facts) => requestKey(facts) === requestKey(than));
    return [...same, ...others.filter((facts) => !same.includes(facts))];
  }

  async #entry(node: unknown, title: string): Promise<StoredFacts | undefined> {
    if (isEntry(node)) return node.facts;
    const [selected] = this.#parts.tree.view.selection;
    if (node === undefined && isEntry(selected) && this.#parts.tree.view.visible) return selected.facts;
    const { entries } = await this.#store.list();
    if (entries.length === 0) return void vscode.window.showInformationMessage(t('The history is empty.'));
    return this.#pick(entries, title);
  }

  async #pick(entries: readonly StoredFacts[], title: string): Promise<StoredFacts | undefined> {
    return (await vscode.window.showQuickPick(entries.map(itemOf), { title, matchOnDescription: true, matchOnDetail: true }))?.facts;
  }
}

const itemOf = (facts: StoredFacts): EntryPick => ({
  label: visibleText(facts.request.title),
  description: visibleText([statusWords(facts), showDuration(facts.duration), facts.environment ?? ''].filter(Boolean).join(' · ')),
  detail: visibleText(`${showDateTime(facts.time)} · ${facts.method} ${facts.url}`),
  facts,
});

function sideOf(record: RunRecord): Side & { readonly time: number } {
  const started = record.replay().find((m) => m.type === 'started');
  const time = started?.type === 'started' ? started.time : 0;
  const day = new Date(time).toDateString() === new Date().toDateString() ? '' : `${showDate(time)} `;
  const where = record.environment === null ? '' : ` ${record.environment}`;
  return { record, time, label: `${day}${showClock(time)}${where}` };
}

/** The rows of a command: the selection if it contains the clicked row, else that row. */
function nodesOf(node: unknown, selected: unknown, selection: readonly HistoryRow[]): readonly HistoryRow[] {
  if (Array.isArray(selected) && selected.length > 0) return selected as readonly HistoryRow[];
  return node === undefined ? selection : [node as HistoryRow];
}

const entriesOf = (...of: Parameters<typeof nodesOf>): readonly StoredFacts[] =>
  nodesOf(...of).flatMap((n) => (isEntry(n) ? [n.facts] : []));

const idsIn = (node: HistoryRow): readonly string[] =>
  node.kind === 'entry' ? [node.id] : 'children' in node ? node.children.flatMap(idsIn) : [];

async function sure(question: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail: t('This cannot be undone.') }, yes)) === yes;
}

const gone = (): void => void vscode.window.showInformationMessage(t('This response is no longer available.'));
