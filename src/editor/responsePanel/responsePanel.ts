import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import { readFromPanel } from '../../protocol/readFromPanel.ts';
import { contextKeys, panelType } from '../commands/contributions.ts';
import { PanelForms } from './panelForms.ts';
import { newestEvents, PanelFrames } from './panelFrames.ts';
import type { PanelActions } from './panelActions.ts';
import { panelPage } from './panelPage.ts';
import type { Form } from '../sending/questions.ts';
import { eventForPage } from '../../response/stream/eventRows.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { receiveOfRun } from './runMessages.ts';
import { StreamPort } from '../../response/stream/streamPort.ts';
import { firstColumn, isWindowEmpty, movePanel, openedAlone, revealPanel } from './panelPlace.ts';
import { panelPlaceOf } from '../world/settings.ts';
import { log, quietly } from '../log/log.ts';

/** Listener of a panel's events. */
export interface PanelOwner {
  closed(): void;
  /** The panel got the focus. */
  looked(): void;
}

/** A response panel. It shows one run from start to end. */
export class ResponsePanel implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #actions: PanelActions;
  readonly #owner: PanelOwner;
  readonly #frames = new PanelFrames(async (messages) => this.#panel?.webview.postMessage(messages));
  readonly #forms = new PanelForms((message) => this.#ready && this.#post(message));
  #panel: vscode.WebviewPanel | undefined;
  #record: RunRecord | undefined;
  #stream: StreamPort | undefined;
  #isPinned = false;
  /** Why the panel is empty. */
  #empty: string | null = null;
  #ready = false;
  #isEntering = false;
  /** Whether the page shows body text; then Ctrl+F searches it. */
  #showsText = false;
  /** How many lines the page knows that the request has moved since the run started. */
  #movedBy = 0;

  constructor(extensionUri: vscode.Uri, actions: PanelActions, owner: PanelOwner) {
    this.#extensionUri = extensionUri;
    this.#actions = actions;
    this.#owner = owner;
  }

  findInBody(): void {
    this.#post({ type: 'openFind' });
  }

  get record(): RunRecord | undefined {
    return this.#record;
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** Whether the panel is pinned; other runs are then shown in another panel. */
  get isPinned(): boolean {
    return this.#isPinned;
  }

  /** Whether the panel is the active editor. */
  get isActive(): boolean {
    return this.#panel?.active === true;
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  /**
   * Shows a run from its start. The editor keeps the focus.
   * @param column overrides the setting `req.panel.column`
   */
  show(record: RunRecord, column: vscode.ViewColumn | undefined): void {
    this.#record?.listen(undefined);
    this.#record?.dispose();
    this.#record = record;
    this.#stream?.dispose();
    // Send event counts in order with the events.
    const answer = (message: ToPanel): void => (message.type === 'eventStats' ? this.#frames.push(message) : this.#post(message));
    this.#stream = new StreamPort(record, answer, {
      ...this.#actions,
      copy: (text) => void vscode.env.clipboard.writeText(text),
    });
    record.listen(
      (message) => this.#hear(message),
      () => this.#replay(),
    );
    this.#frames.reset();
    if (this.#panel === undefined) this.#create(true, column);
    else if (!this.#panel.visible) revealPanel(this.#panel, true);
    this.#title();
    this.#replay();
  }

  /** Shows a form in the page, which gets the focus. Undefined if the user dismissed it or closed the panel, or the signal aborted. */
  async ask(form: Form, signal: AbortSignal, column: vscode.ViewColumn | undefined): Promise<readonly string[] | undefined> {
    if (this.#panel === undefined) this.#create(false, column);
    else revealPanel(this.#panel, false);
    const answers = await this.#forms.ask(form, signal);
    // A panel that was opened only for the form is closed.
    if (this.#record === undefined) this.#panel?.dispose();
    return answers;
  }

  /** Reveals and focuses the panel, and opens it again if it was closed. False if it never showed a run. */
  reveal(column: vscode.ViewColumn | undefined): boolean {
    if (this.#panel !== undefined) revealPanel(this.#panel, false);
    else if (this.#record !== undefined) this.#create(false, column);
    if (this.#panel === undefined) return false;
    this.#isEntering = true;
    this.#enter();
    return true;
  }

  /** Reveals the panel, or opens it again. The focus stays where it is. */
  toFront(column: vscode.ViewColumn | undefined): void {
    if (this.#panel !== undefined) revealPanel(this.#panel, true);
    else this.#create(true, column);
  }

  /** Notifies the page that the user moved to it, once it is ready. */
  #enter(): void {
    if (!this.#isEntering || !this.#ready) return;
    this.#isEntering = false;
    this.#post({ type: 'entered' });
  }

  /** Updates the line numbers in links after a change of a document. */
  followLines(): void {
    if (!this.#ready || this.#record === undefined) return;
    const by = this.#actions.linesMoved(this.#record);
    if (by !== this.#movedBy) this.#post({ type: 'moved', runId: this.#record.id, by });
    this.#movedBy = by;
  }

  pin(pinned: boolean): void {
    this.#isPinned = pinned;
    this.#title();
    this.#reportPanel();
  }

  /** Attaches a panel that VS Code restored after a window reload. */
  restore(panel: vscode.WebviewPanel, pinned: boolean): void {
    this.#isPinned = pinned;
    panel.webview.options = this.#options();
    this.#attach(panel);
    this.#title();
  }

  showNothing(why: string): void {
    this.#empty = why;
    this.#reportPanel();
  }

  dispose(): void {
    this.#stream?.dispose();
    this.#record?.listen(undefined);
    this.#record?.dispose();
    this.#panel?.dispose();
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.#extensionUri, 'dist')], enableFindWidget: true };
  }

  #create(preserveFocus: boolean, column: vscode.ViewColumn | undefined): void {
    const place = panelPlaceOf();
    const moved = column === undefined && (place === 'below' || place === 'window') ? place : undefined;
    const editor = preserveFocus ? vscode.window.activeTextEditor : undefined;
    const shown = { viewColumn: column ?? firstColumn(place), preserveFocus: preserveFocus && moved === undefined };
    const isAlone = isWindowEmpty();
    const panel = vscode.window.createWebviewPanel(panelType, t('Response'), shown, this.#options());
    if (isAlone) openedAlone(panel);
    this.#attach(panel);
    this.#title();
    if (moved !== undefined) void quietly('moving the panel', () => movePanel(panel, moved, editor));
  }

  #attach(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    this.#ready = false;
    panel.webview.html = panelPage(panel.webview, this.#extensionUri);
    panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data));
    panel.onDidChangeViewState(() => {
      // VS Code destroys a hidden page. When shown again, it posts `ready` and gets all messages again.
      if (!panel.visible) this.#leave();
      if (!panel.active) return;
      this.#owner.looked();
      this.#setTextKey();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#leave();
      this.#frames.reset();
      this.#forms.giveUp();
      // A closed panel is no longer pinned.
      this.#isPinned = false;
      this.#owner.closed();
    });
  }

  /** The page is hidden or closed. */
  #leave(): void {
    this.#ready = false;
    this.#stream?.dispose();
  }

  #title(): void {
    if (this.#panel === undefined) return;
    const name = this.#isPinned ? t('Pinned') : t('Response');
    this.#panel.title = this.#record === undefined ? name : `${name}: ${this.#record.request.title}`;
  }

  #reportPanel(): void {
    if (this.#ready) this.#post({ type: 'panel', pinned: this.#isPinned, empty: this.#empty });
  }

  #close(): void {
    const record = this.#record;
    this.#panel?.dispose();
    this.#actions.goBack(record);
  }

  #replay(): void {
    if (!this.#ready || this.#record === undefined) return;
    this.#frames.reset();
    const { events, stream, text } = this.#record;
    // The page requests its filter again, if it has one.
    if (text !== undefined) void quietly('the body', () => text.unfilter());
    const messages = this.#record.replay();
    // Insert the events before the end of the run, so that the page shows a finished stream complete.
    const end = messages.findIndex(({ type }) => type === 'body' || type === 'finished');
    const before = end < 0 ? messages.length : end;
    const newest = events
      .page(Math.max(events.first, events.total - newestEvents), newestEvents)
      .map((event) => eventForPage(stream.withText(event)));
    const state: readonly ToPanel[] =
      newest.length === 0 ? [] : [{ type: 'events', runId: this.#record.id, events: newest, total: events.total }];
    this.#post(...messages.slice(0, before), ...state, ...messages.slice(before));
    this.#stream?.begin();
    this.#movedBy = 0;
    this.followLines();
  }

  #hear(message: ToPanel): void {
    if (!this.#ready) return;
    if (message.type === 'events') this.#stream?.received();
    if (message.type === 'progress' || message.type === 'body') this.#stream?.receivedBytes();
    this.#frames.push(message);
  }

  #post(...messages: readonly ToPanel[]): void {
    void this.#panel?.webview.postMessage(messages);
  }

  #setTextKey(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.bodyText, this.#showsText);
  }

  #becomeReady(): void {
    this.#ready = true;
    this.#reportPanel();
    this.#replay();
    this.#forms.show();
    this.#enter();
  }

  #receive(data: unknown): void {
    const message = readFromPanel(data);
    if (message === undefined) {
      log().warn('The panel sent an unknown message, which was ignored.');
      return;
    }
    const record = this.#record;
    if (message.type === 'ready') return this.#becomeReady();
    if (message.type === 'textShown') {
      this.#showsText = message.shown;
      return this.#setTextKey();
    }
    if ('askId' in message) return this.#forms.receive(message);
    if (message.type === 'copyText') return void vscode.env.clipboard.writeText(message.text);
    if (message.type === 'goTo') return this.#actions.goTo(record, message);
    if (message.type === 'cancel') return this.#actions.cancel(message.runId);
    if (message.type === 'pin') return this.pin(message.pinned);
    if (message.type === 'close') return this.#close();
    if (record === undefined || message.runId !== record.id) return;
    receiveOfRun(message, record, this.#actions, {
      post: (answer) => this.#post(answer),
      isShown: () => this.#record === record && this.#ready,
      stream: this.#stream,
      frames: this.#frames,
    });
  }
}
