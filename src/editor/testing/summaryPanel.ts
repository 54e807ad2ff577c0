import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { findAgain } from '../../language/index.ts';
import type { RunSnapshot, ToRunPage } from '../../protocol/runMessages.ts';
import { readFromRunPage } from '../../protocol/validateRun.ts';
import type { RequestRun } from '../../runner/index.ts';
import { runPanelType } from '../commands/contributions.ts';
import { goTo } from '../commands/responses/goTo.ts';
import { quietly, reportErrors } from '../log/log.ts';
import { columnOfResults, isWindowEmpty, openedAlone, revealPanel } from '../responsePanel/panelPlace.ts';
import { panelPage } from '../responsePanel/panelPage.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { MovedFiles } from '../world/movedFiles.ts';
import type { RunStart, RunView, RunViewer } from './explorer.ts';
import { RunRows } from './runRows.ts';

/** Milliseconds in which changes are batched for the page. */
const calm = 100;
/** Exchanges of a run kept in memory. The history keeps only small ones. */
const mostRecords = 200;

export interface SummaryParts {
  readonly extensionUri: vscode.Uri;
  readonly surroundings: Surroundings;
  readonly moved: MovedFiles;
  readonly show: (record: RunRecord) => void;
  readonly find: (runId: string) => Promise<RunRecord | undefined>;
}

interface Shown {
  readonly start: RunStart;
  rows: RunRows | undefined;
  state: RunSnapshot['state'];
  readonly began: number;
  /** When the run began, in milliseconds since 1970. */
  readonly since: number;
  elapsedMs: number;
  readonly records: Map<string, RunRecord>;
}

const titleOf = ({ title }: RunStart): string => t('Run: {0}', title);

export class SummaryPanel implements RunView, vscode.Disposable {
  readonly #parts: SummaryParts;
  #panel: vscode.WebviewPanel | undefined;
  #shown: Shown | undefined;
  #ready = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #listening: vscode.Disposable;

  constructor(parts: SummaryParts) {
    this.#parts = parts;
    this.#listening = parts.moved.onDidMove(() => {
      const shown = this.#shown;
      if (shown === undefined) return;
      shown.rows?.renamed((file) => parts.moved.pathNow(file, shown.since));
      this.#postSoon();
    });
  }

  /** Opens or reveals the panel. False if nothing was run yet. */
  reveal(preserveFocus: boolean): boolean {
    if (this.#panel !== undefined) {
      revealPanel(this.#panel, preserveFocus);
      return true;
    }
    if (this.#shown === undefined) return false;
    const isAlone = isWindowEmpty();
    const panel = vscode.window.createWebviewPanel(
      runPanelType,
      titleOf(this.#shown.start),
      { viewColumn: columnOfResults(), preserveFocus },
      {
        enableScripts: true,
        localResourceRoots: [vscode.Uri.joinPath(this.#parts.extensionUri, 'dist')],
      },
    );
    if (isAlone) openedAlone(panel);
    this.#panel = panel;
    panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data));
    panel.onDidChangeViewState(() => (this.#ready &&= panel.visible));
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#ready = false;
    });
    panel.webview.html = panelPage(panel.webview, this.#parts.extensionUri, 'run');
    return true;
  }

  begin(start: RunStart): RunViewer {
    this.#forget();
    const [began, since] = [performance.now(), Date.now()];
    const shown: Shown = { start, rows: undefined, state: 'running', began, since, elapsedMs: 0, records: new Map() };
    this.#shown = shown;
    if (this.#panel !== undefined) this.#panel.title = titleOf(start);
    const isShown = (): boolean => this.#shown === shown;
    // Requests of a run are sent one after another.
    let current: RequestRun | undefined;
    if (start.isAskedFor) this.reveal(true);
    return {
      planned: (turns) => {
        shown.rows = new RunRows(turns, (file) => vscode.workspace.asRelativePath(file));
        if (isShown()) this.#postAll();
      },
      begun: (record) => {
        if (!isShown() || current === undefined) return;
        this.#keep(shown, record);
        shown.rows?.begun(current, record.id);
      },
      emit: (e) => {
        if (e.kind === 'request-started') current = e.of;
        shown.rows?.apply(e);
        if (isShown() && e.kind !== 'request-event') this.#postSoon();
      },
      ended: (cancelled, elapsedMs) => {
        shown.state = cancelled ? 'cancelled' : 'over';
        shown.elapsedMs = elapsedMs;
        if (cancelled) shown.rows?.cancel();
        if (isShown()) this.#postSoon();
      },
    };
  }

  dispose(): void {
    this.#listening.dispose();
    this.#forget();
    this.#panel?.dispose();
  }

  #keep({ records }: Shown, record: RunRecord): void {
    records.set(record.id, record.share());
    const [oldest] = records;
    if (records.size <= mostRecords || oldest === undefined) return;
    records.delete(oldest[0]);
    oldest[1].dispose();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const record of this.#shown?.records.values() ?? []) record.dispose();
    this.#shown = undefined;
  }

  #postAll(): void {
    const shown = this.#shown;
    if (shown === undefined || !this.#ready) return;
    shown.rows?.takeChanged();
    const { title, files, isPart, environment } = shown.start;
    const rows = shown.rows?.all ?? [];
    this.#post({ type: 'run', run: { title, files, isPart, environment, rows, state: shown.state, elapsedMs: elapsedOf(shown) } });
  }

  #postSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const shown = this.#shown;
      if (shown?.rows === undefined || !this.#ready) return;
      const { all } = shown.rows;
      const rows = shown.rows.takeChanged().flatMap((i) => {
        const row = all[i];
        return row === undefined ? [] : [[i, row] as const];
      });
      this.#post({ type: 'rows', rows, state: shown.state, elapsedMs: elapsedOf(shown) });
    }, calm);
  }

  #receive(data: unknown): void {
    const message = readFromRunPage(data);
    const shown = this.#shown;
    if (message === undefined) return;
    if (message.type === 'ready') {
      this.#ready = true;
      return this.#postAll();
    }
    if (shown === undefined) return;
    switch (message.type) {
      case 'stop':
        return shown.start.stop();
      case 'again':
        return void reportErrors(() => shown.start.again(message.only === 'failed' ? (shown.rows?.failed ?? []) : undefined));
      case 'goTo':
        return void reportErrors(() => this.#goTo(shown, message.row));
      case 'open':
        return void reportErrors(() => this.#open(shown, message.row));
    }
  }

  async #open(shown: Shown, row: number): Promise<void> {
    const id = shown.rows?.runIdOf(row);
    if (id === undefined) return this.#goTo(shown, row);
    // `show` disposes the record.
    const record = shown.records.get(id)?.share() ?? (await this.#parts.find(id));
    if (record === undefined) {
      void vscode.window.showInformationMessage(t('This exchange is no longer available. Send the request again.'));
      return;
    }
    this.#parts.show(record);
  }

  async #goTo(shown: Shown, row: number): Promise<void> {
    const place = shown.rows?.placeOf(row);
    if (place === undefined) return;
    const file = this.#parts.moved.pathNow(place.file, shown.since);
    const found = await this.#parts.surroundings.fileAt(file);
    const request = found && findAgain(found.tree, place.request);
    await goTo(file, request?.line ?? place.line, 1);
  }

  #post(message: ToRunPage): void {
    void quietly('updating the page of a run', async () => this.#panel?.webview.postMessage(message));
  }
}

const elapsedOf = ({ state, began, elapsedMs }: Shown): number => (state === 'running' ? performance.now() - began : elapsedMs);
