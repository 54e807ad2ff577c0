import type * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ResponsePanel } from './responsePanel.ts';
import type { PanelActions } from './panelActions.ts';
import type { Form } from '../sending/questions.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { panelModeOf } from '../world/settings.ts';

/** Finds the run that a panel showed before the window was reloaded. */
export type FindShown = (runId: string) => Promise<RunRecord | undefined>;

/** The response panels: one for the last run or one per request (`req.panel.mode`), and pinned ones. */
export class ResponsePanels implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #actions: PanelActions;
  readonly #findShown: FindShown;
  /** Least recently used first. A closed panel is kept only while no other exists. */
  #panels: readonly ResponsePanel[] = [];

  constructor(extensionUri: vscode.Uri, actions: PanelActions, findShown: FindShown) {
    this.#extensionUri = extensionUri;
    this.#actions = actions;
    this.#findShown = findShown;
  }

  /** The panel that was used last. */
  get current(): ResponsePanel | undefined {
    return this.#panels.at(-1);
  }

  /** The run that commands apply to. */
  get record(): RunRecord | undefined {
    return this.current?.record;
  }

  /** The run with this id, if a panel shows it. */
  find(runId: string): RunRecord | undefined {
    return this.#panels.find((p) => p.record?.id === runId)?.record;
  }

  /** Shows a run from its start without taking the focus. */
  show(record: RunRecord): void {
    const panel = this.#panelFor(record) ?? this.#add();
    panel.show(record, this.#column());
    this.#use(panel);
  }

  /**
   * Shows a form in the panel of its run, else in the last panel that is not pinned. Undefined if the user dismissed it or closed the
   * panel, or the signal aborted.
   */
  async ask(form: Form, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const asked = this.#panels.find((p) => p.record !== undefined && p.record.id === form.runId);
    const panel = asked ?? this.#panels.findLast((p) => !p.isPinned) ?? this.#add();
    this.#use(panel);
    return panel.ask(form, signal, this.#column());
  }

  /** Reveals and focuses the panel used last, even if it was closed. False if no run was ever shown. */
  reveal(): boolean {
    return this.current?.reveal(this.#column()) ?? false;
  }

  /** Attaches a panel that VS Code restored after a window reload. `kept` is the state that its page saved. */
  async restore(restored: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const panel = this.#add();
    const { runId, pinned } = readKept(kept);
    panel.restore(restored, pinned);
    this.#use(panel);
    if (runId === undefined) return;
    const record = await this.#findShown(runId);
    if (panel.record !== undefined) return record?.dispose();
    if (record !== undefined) panel.show(record, undefined);
    else panel.showNothing(t('The response shown here is no longer available. Send the request again.'));
  }

  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
  }

  /** The panel for a run: the last one not pinned, or in mode `perRequest` that of the request. */
  #panelFor(record: RunRecord): ResponsePanel | undefined {
    const free = this.#panels.filter((p) => !p.isPinned);
    if (panelModeOf() === 'one') return free.at(-1);
    return free.findLast((p) => p.record === undefined || isOfSameRequest(p.record, record));
  }

  #add(): ResponsePanel {
    const panel: ResponsePanel = new ResponsePanel(this.#extensionUri, this.#actions, {
      closed: () => this.#forgetClosed(),
      looked: () => this.#use(panel),
    });
    this.#panels = [...this.#panels, panel];
    return panel;
  }

  #use(panel: ResponsePanel): void {
    this.#panels = [...this.#panels.filter((p) => p !== panel), panel];
    this.#forgetClosed();
  }

  #forgetClosed(): void {
    const left = this.#panels.filter((p, i) => p.isOpen || (i === this.#panels.length - 1 && !this.#panels.some((o) => o.isOpen)));
    const gone = this.#panels.filter((p) => !left.includes(p));
    this.#panels = left;
    for (const panel of gone) panel.dispose();
  }

  /** The column of another open panel. */
  #column(): vscode.ViewColumn | undefined {
    return this.#panels.findLast((p) => p.column !== undefined)?.column;
  }
}

const isOfSameRequest = (a: RunRecord, b: RunRecord): boolean => a.uri.toString() === b.uri.toString() && a.request.key === b.request.key;

/** Validates the state that the page saved. */
function readKept(kept: unknown): { readonly runId: string | undefined; readonly pinned: boolean } {
  const fields = typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
  const runId = fields['runId'];
  return { runId: typeof runId === 'string' ? runId : undefined, pinned: fields['pinned'] === true };
}
