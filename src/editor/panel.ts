import * as vscode from 'vscode';
import type { PanelEvent, ToPanel } from '../protocol/messages.ts';
import { readFromPanel } from '../protocol/validate.ts';
import { panelType } from './contributions.ts';
import { PanelForms } from './panelForms.ts';
import { panelPage } from './panelPage.ts';
import type { Form } from './questions.ts';
import type { RunRecord } from './response/runRecord.ts';
import { panelColumnOf } from './settings.ts';
import { log } from './log.ts';

/** Milliseconds between two posts of a stream: one frame. The first event of a lull goes at once. */
const frame = 16;

/** What the page may ask for. */
export interface PanelActions {
  cancel(runId: string): void;
  sendAgain(record: RunRecord): void;
  copyBody(record: RunRecord): void;
  saveBody(record: RunRecord): void;
  openBody(record: RunRecord): void;
  goTo(file: string, line: number, column: number): void;
}

/** The response panel: one, beside the editor; it follows the last send. */
export class ResponsePanel implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #actions: PanelActions;
  readonly #forms = new PanelForms((message) => this.#ready && this.#post(message));
  #panel: vscode.WebviewPanel | undefined;
  #record: RunRecord | undefined;
  #ready = false;
  #events: PanelEvent[] = [];
  #total = 0;
  #progress: ToPanel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastPost = 0;

  constructor(extensionUri: vscode.Uri, actions: PanelActions) {
    this.#extensionUri = extensionUri;
    this.#actions = actions;
  }

  /** The run shown. */
  get record(): RunRecord | undefined {
    return this.#record;
  }

  /** Shows a run from its start; the editor keeps the focus. */
  show(record: RunRecord): void {
    this.#record?.listen(undefined);
    this.#record?.dispose();
    this.#record = record;
    record.listen(
      (message) => this.#hear(message),
      () => this.#replay(),
    );
    this.#reset();
    if (this.#panel === undefined) this.#create(true);
    else if (!this.#panel.visible) this.#panel.reveal(undefined, true);
    this.#title();
    this.#replay();
  }

  /** Asks for several things in the page, which gets the focus. Undefined where the person gave up or closed the panel, or the signal did. */
  async ask(form: Form, signal: AbortSignal): Promise<readonly string[] | undefined> {
    if (this.#panel === undefined) this.#create(false);
    else this.#panel.reveal(undefined, false);
    const answers = await this.#forms.ask(form, signal);
    // One that was opened to ask alone has nothing to show.
    if (this.#record === undefined) this.#panel?.dispose();
    return answers;
  }

  /** Brings the panel forward and gives it the focus, also one that was closed. False where nothing was ever shown. */
  reveal(): boolean {
    if (this.#panel !== undefined) this.#panel.reveal(undefined, false);
    else if (this.#record !== undefined) this.#create(false);
    return this.#panel !== undefined;
  }

  /** Takes over a panel that VS Code kept over a reload of the window. */
  restore(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    panel.webview.options = this.#options();
    this.#attach(panel);
    this.#title();
  }

  dispose(): void {
    this.#record?.listen(undefined);
    this.#record?.dispose();
    this.#panel?.dispose();
  }

  #options(): vscode.WebviewOptions & vscode.WebviewPanelOptions {
    return { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.#extensionUri, 'dist')], enableFindWidget: true };
  }

  #create(preserveFocus: boolean): void {
    this.#attach(vscode.window.createWebviewPanel(panelType, 'Response', { viewColumn: panelColumnOf(), preserveFocus }, this.#options()));
    this.#title();
  }

  #attach(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    this.#ready = false;
    panel.webview.html = panelPage(panel.webview, this.#extensionUri);
    panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data));
    panel.onDidChangeViewState(() => {
      // A hidden page is gone; when it comes back it says `ready` and is told everything again.
      if (!panel.visible) this.#ready = false;
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#ready = false;
      this.#reset();
      this.#forms.giveUp();
    });
  }

  #title(): void {
    if (this.#panel !== undefined) this.#panel.title = this.#record === undefined ? 'Response' : `Response: ${this.#record.request.title}`;
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#events = [];
    this.#progress = undefined;
  }

  #replay(): void {
    if (!this.#ready || this.#record === undefined) return;
    this.#reset();
    const { events } = this.#record;
    const messages = this.#record.replay();
    // Events go before the end: the page shows a finished stream whole.
    const end = messages.findIndex(({ type }) => type === 'body' || type === 'finished');
    const before = end < 0 ? messages.length : end;
    for (const message of messages.slice(0, before)) this.#post(message);
    this.#postEvents(events.page(Math.max(events.first, events.total - 1000), 1000), events.total);
    for (const message of messages.slice(before)) this.#post(message);
  }

  #postEvents(events: readonly PanelEvent[], total: number): void {
    if (events.length > 0 && this.#record !== undefined) this.#post({ type: 'events', runId: this.#record.id, events, total });
  }

  #hear(message: ToPanel): void {
    if (!this.#ready) return;
    if (message.type === 'events') {
      this.#events.push(...message.events);
      this.#total = message.total;
      this.#soon();
    } else if (message.type === 'progress') {
      this.#progress = message;
      this.#soon();
    } else {
      this.#flush();
      this.#post(message);
    }
  }

  #soon(): void {
    const now = performance.now();
    if (now - this.#lastPost >= frame) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), frame);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastPost = performance.now();
    if (this.#events.length > 0) {
      this.#postEvents(this.#events, this.#total);
      this.#events = [];
    }
    if (this.#progress !== undefined) {
      this.#post(this.#progress);
      this.#progress = undefined;
    }
  }

  #post(message: ToPanel): void {
    void this.#panel?.webview.postMessage(message);
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
      this.#replay();
      this.#forms.show();
      return;
    }
    if ('askId' in message) return this.#forms.receive(message);
    if (message.type === 'copyText') return void vscode.env.clipboard.writeText(message.text);
    if (message.type === 'goTo') return this.#actions.goTo(message.file, message.line, message.column);
    if (message.type === 'cancel') return this.#actions.cancel(message.runId);
    if (record === undefined || message.runId !== record.id) return;
    switch (message.type) {
      case 'sendAgain':
        return this.#actions.sendAgain(record);
      case 'copyBody':
        return this.#actions.copyBody(record);
      case 'saveBody':
        return this.#actions.saveBody(record);
      case 'openBody':
        return this.#actions.openBody(record);
      case 'wantEvents':
        return this.#post({
          type: 'eventsPage',
          runId: record.id,
          start: message.start,
          events: record.events.page(message.start, message.count),
        });
      case 'wantLines': {
        const { body } = record;
        if (body === undefined) return;
        const { mode, start, count } = message;
        this.#post({ type: 'lines', runId: record.id, mode, start, total: body.count(mode), lines: body.lines(mode, start, count) });
      }
    }
  }
}
