import * as vscode from 'vscode';
import { showSeconds } from '../../base/text/durationText.ts';
import { counted, t } from '../../base/l10n.ts';
import { visibleText } from '../../base/text/visible.ts';
import { showSize } from '../../base/text/sizeText.ts';
import { fileName } from '../../response/history/historyEntries.ts';
import type { CommandId } from '../commands/contributions.ts';
import type { ActiveRun, ActiveRuns } from './activeRuns.ts';

const listCommand: CommandId = 'req.showRunning';
/** Milliseconds between two updates of the open list. */
const step = 1000;

interface RunPick extends vscode.QuickPickItem {
  readonly run: ActiveRun;
}

/** The number of running requests in the status bar, and the list to show or cancel them. */
export class RunningRequests implements vscode.Disposable {
  readonly #active: ActiveRuns;
  readonly #show: (runId: string) => unknown;
  readonly #item = vscode.window.createStatusBarItem('req.running', vscode.StatusBarAlignment.Left, 0);
  readonly #listening: vscode.Disposable;
  #list: vscode.QuickPick<RunPick> | undefined;

  /** @param show shows a run and moves the focus to it */
  constructor(active: ActiveRuns, show: (runId: string) => unknown) {
    this.#active = active;
    this.#show = show;
    this.#item.name = t('Req Running Requests');
    this.#item.command = listCommand;
    this.#item.tooltip = t('Req: show or cancel the running requests');
    this.#listening = active.onDidChangeLong(() => {
      this.#count();
      this.#fill();
    });
  }

  /** Opens the list. */
  open(): void {
    if (this.#active.long.length === 0) return void vscode.window.showInformationMessage(t('No request is running.'));
    const list = vscode.window.createQuickPick<RunPick>();
    list.title = t('Req: Running Requests');
    list.placeholder = t('Select a request to show it, or cancel it with its button');
    list.keepScrollPosition = true;
    list.matchOnDescription = true;
    list.buttons = [{ iconPath: new vscode.ThemeIcon('stop-circle'), tooltip: t('Cancel All Requests') }];
    const show = (item: RunPick | undefined): void => {
      if (item === undefined) return;
      list.hide();
      this.#show(item.run.record.id);
    };
    const timer = setInterval(() => this.#fill(), step);
    list.onDidAccept(() => show(list.selectedItems[0]));
    list.onDidTriggerButton(() => this.#active.cancelAll());
    list.onDidTriggerItemButton(({ button, item }) => (button === item.buttons?.[0] ? show(item) : item.run.stop.abort()));
    list.onDidHide(() => {
      clearInterval(timer);
      this.#list = undefined;
      list.dispose();
    });
    this.#list = list;
    this.#fill();
    // VS Code reports the active item late, and Cancel may be the next key.
    list.activeItems = list.items.slice(0, 1);
    list.show();
  }

  /** Cancels the active item of the list. False if the list is closed. */
  cancelInList(): boolean {
    this.#list?.activeItems[0]?.run.stop.abort();
    return this.#list !== undefined;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#list?.hide();
    this.#item.dispose();
  }

  #count(): void {
    const count = this.#active.long.length;
    if (count === 0) return this.#item.hide();
    this.#item.text = `$(pulse) ${t('{0} running', count)}`;
    const label = counted(count, '{0} request is running', '{0} requests are running');
    this.#item.accessibilityInformation = { label, role: 'button' };
    this.#item.show();
  }

  /** Fills the open list, the newest first, and closes it when nothing runs. */
  #fill(): void {
    const list = this.#list;
    if (list === undefined) return;
    const runs = this.#active.long.toReversed();
    if (runs.length === 0) return list.hide();
    const [before] = list.activeItems;
    list.items = runs.map(itemOf);
    const same = list.items.find(({ run }) => run === before?.run);
    if (same !== undefined) list.activeItems = [same];
  }
}

function itemOf(run: ActiveRun): RunPick {
  const { record, since } = run;
  const isStream = record.replay().some((m) => m.type === 'head' && m.stream !== null);
  const received = isStream ? counted(record.events.total, '{0} event', '{0} events') : showSize(record.bytes?.received ?? 0);
  return {
    run,
    label: visibleText(record.request.title),
    description: visibleText(
      [showSeconds(Date.now() - since), received, fileName(record.uri.toString()), record.environment ?? ''].filter(Boolean).join(' · '),
    ),
    buttons: [
      { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Show') },
      { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('Cancel') },
    ],
  };
}
