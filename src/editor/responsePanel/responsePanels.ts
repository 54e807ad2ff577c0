import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ResponsePanel } from './responsePanel.ts';
import type { PanelActions } from './panelActions.ts';
import type { Form } from '../sending/questions.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { panelModeOf } from '../world/settings.ts';
import { quietly } from '../log/log.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';

/** Milliseconds in which changes of documents are gathered. */
const calm = 200;

export type FindShown = (runId: string) => Promise<RunRecord | undefined>;

/**
 * The response panels: one for the last run or one per request (`req.panel.mode`), pinned ones, and one for each run that was live when
 * another one started.
 */
export class ResponsePanels implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #actions: PanelActions;
  readonly #findShown: FindShown;
  /** Least recently used first. A closed panel is kept only while no other exists. */
  #panels: readonly ResponsePanel[] = [];
  readonly #typing: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(extensionUri: vscode.Uri, actions: PanelActions, findShown: FindShown) {
    this.#extensionUri = extensionUri;
    this.#actions = actions;
    this.#findShown = findShown;
    this.#typing = vscode.workspace.onDidChangeTextDocument(({ document }) => this.#followSoon(document));
  }

  /** The panel that was used last. */
  get current(): ResponsePanel | undefined {
    return this.#panels.at(-1);
  }

  /** The run that commands apply to. */
  get record(): RunRecord | undefined {
    return this.current?.record;
  }

  /** The runs that panels show, that of the panel used last first. */
  get shown(): readonly RunRecord[] {
    return this.#panels.toReversed().flatMap(({ record }) => record ?? []);
  }

  /** The panel that is the active editor. */
  get active(): ResponsePanel | undefined {
    return this.#panels.find((p) => p.isActive);
  }

  /** The run with this id, if a panel shows it. */
  find(runId: string): RunRecord | undefined {
    return this.#panelOf(runId)?.record;
  }

  /** Shows a run from its start without taking the focus. The panel disposes the record. */
  show(record: RunRecord): void {
    const panel = this.#panelOf(record.id) ?? this.#panelFor(record) ?? this.#add();
    panel.show(record, this.#column());
    this.#use(panel);
  }

  /** Reveals the panel of a run; a run that no panel shows gets one. */
  open(record: RunRecord, { focus }: { readonly focus: boolean }): void {
    const panel = this.#panelOf(record.id);
    if (panel === undefined) this.show(record.share());
    else this.#use(panel);
    if (focus) this.reveal();
    else panel?.toFront(this.#column());
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

  /** Reveals the panel that shows a run. False if there is none. */
  revealRun(runId: string): boolean {
    const panel = this.#panels.find((p) => p.record?.id === runId);
    if (panel !== undefined) this.#use(panel);
    return panel !== undefined && this.reveal();
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
    clearTimeout(this.#timer);
    this.#typing.dispose();
    for (const panel of this.#panels) panel.dispose();
  }

  #followSoon({ uri }: vscode.TextDocument): void {
    if (!this.#panels.some(({ record }) => record !== undefined && documentUriOf(record.uri).toString() === uri.toString())) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void quietly('following the lines of a request', async () => this.#panels.forEach((panel) => panel.followLines()));
    }, calm);
  }

  #panelOf(runId: string): ResponsePanel | undefined {
    return this.#panels.find((p) => p.record?.id === runId);
  }

  /**
   * The panel for a run: that of the request, or in mode `one` the last one. Pinned panels and open ones whose run is live keep what they
   * show.
   */
  #panelFor(record: RunRecord): ResponsePanel | undefined {
    const free = this.#panels.filter((p) => !p.isPinned && !(p.isOpen && p.record?.isLive === true));
    const same = free.findLast((p) => p.record !== undefined && isOfSameRequest(p.record, record));
    return same ?? free.findLast((p) => p.record === undefined || panelModeOf() === 'one');
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
