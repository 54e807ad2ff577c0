import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import { readFromPanel } from '../../protocol/validate.ts';
import { contextKeys, panelType } from '../commands/contributions.ts';
import { PanelForms } from './panelForms.ts';
import { newestEvents, PanelFrames } from './panelFrames.ts';
import type { PanelActions } from './panelActions.ts';
import { panelPage } from './panelPage.ts';
import type { Form } from '../sending/questions.ts';
import { copyBytes } from './copyBytes.ts';
import { answerPreview } from '../../response/preview/previewReply.ts';
import { eventForPage } from '../../response/stream/eventRows.ts';
import { answerBody } from '../../response/bodyText/bodyRequests.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { StreamPort } from '../../response/stream/streamPort.ts';
import { firstColumn, movePanel } from './panelPlace.ts';
import { panelPlaceOf } from '../world/settings.ts';
import { log, quietly } from '../log/log.ts';

/** Who is told of a panel. */
export interface PanelOwner {
  closed(): void;
  /** It has got the focus. */
  looked(): void;
}

/** A response panel: what was sent last for it, from the start to the end. */
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
  /** Why nothing is shown. */
  #empty: string | null = null;
  #ready = false;
  #isEntering = false;
  /** The page shows a body's text: Ctrl+F looks through that. */
  #showsText = false;

  constructor(extensionUri: vscode.Uri, actions: PanelActions, owner: PanelOwner) {
    this.#extensionUri = extensionUri;
    this.#actions = actions;
    this.#owner = owner;
  }

  /** Opens the search over the body's text, or gives it the focus. */
  findInBody(): void {
    this.#post({ type: 'openFind' });
  }

  /** The run shown. */
  get record(): RunRecord | undefined {
    return this.#record;
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** It keeps what it shows. */
  get isPinned(): boolean {
    return this.#isPinned;
  }

  /** Where it is; undefined where it is closed. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  /**
   * Shows a run from its start; the editor keeps the focus.
   * @param column where it is to be opened, if not where the setting says
   */
  show(record: RunRecord, column: vscode.ViewColumn | undefined): void {
    this.#record?.listen(undefined);
    this.#record?.dispose();
    this.#record = record;
    this.#stream?.dispose();
    // What is counted goes with the events.
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
    else if (!this.#panel.visible) this.#panel.reveal(undefined, true);
    this.#title();
    this.#replay();
  }

  /** Asks for several things in the page, which gets the focus. Undefined where the person gave up or closed the panel, or the signal did. */
  async ask(form: Form, signal: AbortSignal, column: vscode.ViewColumn | undefined): Promise<readonly string[] | undefined> {
    if (this.#panel === undefined) this.#create(false, column);
    else this.#panel.reveal(undefined, false);
    const answers = await this.#forms.ask(form, signal);
    // One that was opened to ask alone has nothing to show.
    if (this.#record === undefined) this.#panel?.dispose();
    return answers;
  }

  /** Brings the panel forward and gives it the focus, also one that was closed. False where nothing was ever shown. */
  reveal(column: vscode.ViewColumn | undefined): boolean {
    if (this.#panel !== undefined) this.#panel.reveal(undefined, false);
    else if (this.#record !== undefined) this.#create(false, column);
    if (this.#panel === undefined) return false;
    this.#isEntering = true;
    this.#enter();
    return true;
  }

  /** Tells the page that it was gone to, as soon as it has what it shows. */
  #enter(): void {
    if (!this.#isEntering || !this.#ready) return;
    this.#isEntering = false;
    this.#post({ type: 'entered' });
  }

  /** Pinned, it keeps what it shows. */
  pin(pinned: boolean): void {
    this.#isPinned = pinned;
    this.#title();
    this.#tellOfPanel();
  }

  /** Takes over a panel that VS Code kept over a reload of the window. */
  restore(panel: vscode.WebviewPanel, pinned: boolean): void {
    this.#isPinned = pinned;
    panel.webview.options = this.#options();
    this.#attach(panel);
    this.#title();
  }

  /** Says why there is nothing to show. */
  showNothing(why: string): void {
    this.#empty = why;
    this.#tellOfPanel();
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
    const panel = vscode.window.createWebviewPanel(panelType, t('Response'), shown, this.#options());
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
      // A hidden page is gone; when it comes back it says `ready` and is told everything again.
      if (!panel.visible) this.#leave();
      if (!panel.active) return;
      this.#owner.looked();
      this.#tellOfText();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#leave();
      this.#frames.reset();
      this.#forms.giveUp();
      // What was kept was kept in sight.
      this.#isPinned = false;
      this.#owner.closed();
    });
  }

  /** Nobody sees the page. */
  #leave(): void {
    this.#ready = false;
    this.#stream?.dispose();
  }

  #title(): void {
    if (this.#panel === undefined) return;
    const name = this.#isPinned ? t('Pinned') : t('Response');
    this.#panel.title = this.#record === undefined ? name : `${name}: ${this.#record.request.title}`;
  }

  #tellOfPanel(): void {
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
    const { events } = this.#record;
    const messages = this.#record.replay();
    // Events go before the end: the page shows a finished stream whole.
    const end = messages.findIndex(({ type }) => type === 'body' || type === 'finished');
    const before = end < 0 ? messages.length : end;
    const newest = events.page(Math.max(events.first, events.total - newestEvents), newestEvents).map(eventForPage);
    const told: readonly ToPanel[] =
      newest.length === 0 ? [] : [{ type: 'events', runId: this.#record.id, events: newest, total: events.total }];
    this.#post(...messages.slice(0, before), ...told, ...messages.slice(before));
    this.#stream?.begin();
  }

  #hear(message: ToPanel): void {
    if (!this.#ready) return;
    if (message.type === 'events') this.#stream?.came();
    this.#frames.push(message);
  }

  #post(...messages: readonly ToPanel[]): void {
    void this.#panel?.webview.postMessage(messages);
  }

  #tellOfText(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.bodyText, this.#showsText);
  }

  #receive(data: unknown): void {
    const message = readFromPanel(data);
    if (message === undefined) {
      log().warn('The panel sent a message that is none; it was ignored.');
      return;
    }
    const record = this.#record;
    if (message.type === 'ready') {
      this.#ready = true;
      this.#tellOfPanel();
      this.#replay();
      this.#forms.show();
      this.#enter();
      return;
    }
    if (message.type === 'textShown') {
      this.#showsText = message.shown;
      return this.#tellOfText();
    }
    if ('askId' in message) return this.#forms.receive(message);
    if (message.type === 'copyText') return void vscode.env.clipboard.writeText(message.text);
    if (message.type === 'goTo') return this.#actions.goTo(message.file, message.line, message.column);
    if (message.type === 'cancel') return this.#actions.cancel(message.runId);
    if (message.type === 'pin') return this.pin(message.pinned);
    if (message.type === 'close') return this.#close();
    if (record === undefined || message.runId !== record.id) return;
    switch (message.type) {
      case 'sendAgain':
        return this.#actions.sendAgain(record);
      case 'copyBody':
        return this.#actions.copyBody(record);
      case 'copyChosen':
        return this.#actions.copyChosen(record);
      case 'saveBody':
        return this.#actions.saveBody(record);
      case 'compareTest':
        return this.#actions.compareTest(record, message.test);
      case 'copyAsCurl':
        return this.#actions.copyAsCurl(record);
      case 'copyAsHar':
        return this.#actions.copyAsHar(record);
      case 'wantBytes':
        return void record.bytesSent().then((sent) => sent && this.#post({ type: 'bytes', runId: record.id, ...sent }));
      case 'openBody':
        return this.#actions.openBody(record);
      case 'copyBytes':
        return void copyBytes(record, message);
      case 'openOutside':
        return this.#actions.openOutside(record, message.part);
      case 'compare':
        return this.#actions.compare(record);
      case 'wantPreview':
        return answerPreview(
          record,
          message,
          (answer) => this.#post(answer),
          () => this.#record === record && this.#ready,
        );
      case 'showNewest':
        return this.#frames.showNewest(message.count);
      default:
        return this.#stream?.receive(message);
      case 'wantLines':
      case 'fold':
      case 'foldLevel':
      case 'find':
      case 'wantMarks':
      case 'wantMatch':
      case 'filter':
      case 'nodeAction':
        if (record.body === undefined && message.type === 'wantLines' && message.mode === 'hex')
          return this.#stream?.bytes(message.start, message.count);
        void quietly('the body', () => answerBody(record, message, (answer) => this.#post(answer), this.#actions.actOnNode));
    }
  }
}
