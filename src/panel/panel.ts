import { signal, type ReadonlySignal } from '@preact/signals';
import { protocolVersion, type BodyMode, type FromPanel, type PanelStarted, type ToPanel } from '../protocol/messages.ts';
import type { StreamFilter } from '../protocol/streamMessages.ts';
import type { Host } from './panelHost.ts';
import type { TabId } from './model/tabs/tabIds.ts';
import { chooseTab } from './model/tabs/tabs.ts';
import { chooseMode, readChoices, type Choices } from './model/tabs/tabChoices.ts';
import { EventsView, isFiltering, noFilter } from './model/stream/eventsView.ts';
import type { RowList } from './model/rows/rowList.ts';
import { foldRun, isRunning, type Run } from './model/runModel.ts';
import { RunStores } from './model/runStores.ts';

/** A new object focuses the field of the tool, unless the tool was restored. */
export interface OpenedTool {
  readonly isRestored: boolean;
}

/** Null while the tool is closed. */
export interface TextTools {
  readonly find: OpenedTool | null;
  readonly filter: OpenedTool | null;
}

/**
 * Debounce in milliseconds before the editor is notified that no text is shown: the next response often shows text, and VS Code re-renders
 * much for a context key.
 */
const hiddenTextDelay = 500;

export type AskedForm = Extract<ToPanel, { readonly type: 'ask' }>;

/**
 * The state and actions of the page. Messages are applied at once; views update once per frame, so that thousands of
 * messages a second cost no more renders than frames.
 */
export class Panel {
  readonly #host: Host;
  readonly #nextFrame: (render: () => void) => void;
  readonly #run = signal<Run | null>(null);
  readonly #choices;
  readonly #frame = signal(0);
  /** How often a command has moved the focus to the panel, as of the rendered frame. */
  readonly entered = signal(0);
  readonly #error = signal<string | null>(null);
  readonly #cancelling = signal(false);
  readonly #empty = signal<string | null>(null);
  readonly #form = signal<AskedForm | null>(null);
  readonly #movedBy = signal(0);
  readonly #textTools = signal<TextTools>({ find: null, filter: null });
  #latest: Run | null = null;
  #scheduled = false;
  #entered = 0;
  #stores: RunStores;
  /** The stores of the rendered run; until the next frame, the previous run's. */
  readonly #drawn;
  #textShown = false;
  #textTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, nextFrame: (render: () => void) => void) {
    this.#host = host;
    this.#nextFrame = nextFrame;
    this.#choices = signal(readChoices(host.kept()));
    this.#stores = this.#makeStores(null);
    this.#drawn = signal(this.#stores);
    host.onMessage((message) => this.#receive(message));
    host.send({ type: 'ready', version: protocolVersion });
  }

  get run(): ReadonlySignal<Run | null> {
    return this.#run;
  }

  get choices(): ReadonlySignal<Choices> {
    return this.#choices;
  }

  /** Changes when lines or events have arrived. */
  get frame(): ReadonlySignal<number> {
    return this.#frame;
  }

  /** The error of an editor request, until it is dismissed. */
  get error(): ReadonlySignal<string | null> {
    return this.#error;
  }

  /** Why nothing is shown; null if nothing has been sent yet. */
  get empty(): ReadonlySignal<string | null> {
    return this.#empty;
  }

  get cancelling(): ReadonlySignal<boolean> {
    return this.#cancelling;
  }

  get form(): ReadonlySignal<AskedForm | null> {
    return this.#form;
  }

  /** The current line of a place of the time when the run started. */
  lineNow(file: string, line: number): number {
    const started = this.#run.peek()?.started;
    return started?.file === file && line >= started.line ? line + this.#movedBy.value : line;
  }

  get stores(): RunStores {
    return this.#drawn.value;
  }

  get textTools(): ReadonlySignal<TextTools> {
    return this.#textTools;
  }

  /** Opens a tool, or focuses it again. */
  openTool(tool: keyof TextTools): void {
    this.#textTools.value = { ...this.#textTools.value, [tool]: { isRestored: false } };
  }

  closeTool(tool: keyof TextTools): void {
    this.#textTools.value = { ...this.#textTools.value, [tool]: null };
    const { text } = this.stores;
    if (tool === 'find') text.find({ ...text.search.value.query, text: '' });
    else text.choose('');
  }

  /** Reports whether the page shows a body's text, for the editor's key bindings. */
  showText(shown: boolean): void {
    clearTimeout(this.#textTimer);
    const report = (): void => {
      if (this.#textShown !== shown) this.send({ type: 'textShown', shown });
      this.#textShown = shown;
    };
    if (shown) report();
    else this.#textTimer = setTimeout(report, hiddenTextDelay);
  }

  bodyList(mode: BodyMode, wrap: boolean): RowList {
    return this.stores.listOf(`${mode} ${wrap}`);
  }

  filterEvents(filter: StreamFilter): void {
    this.stores.filterEvents(filter);
    this.#frame.value++;
  }

  send(message: FromPanel): void {
    this.#host.send(message);
  }

  cancel(): void {
    const run = this.#latest;
    if (run === null || !isRunning(run) || this.#cancelling.value) return;
    this.#cancelling.value = true;
    this.send({ type: 'cancel', runId: run.started.runId });
  }

  /** Cancels the shown run. If none is running, closes the search, or the panel if it is not pinned. */
  leave(): void {
    if (this.#latest !== null && isRunning(this.#latest)) this.cancel();
    else if (this.#textShown && this.#textTools.value.find !== null) this.closeTool('find');
    else if (!this.#choices.value.pinned && this.#form.value === null) this.send({ type: 'close' });
  }

  chooseTab(id: TabId): void {
    if (this.#run.value !== null) this.#choose(chooseTab(this.#run.value, this.#choices.value, id));
  }

  chooseMode(mode: BodyMode): void {
    const contentType = this.#run.value?.body?.contentType ?? '';
    this.#choose(chooseMode(this.#choices.value, contentType, mode));
  }

  /** Shows a value in the Body tab. @param path JSONPath */
  goToValue(path: string): void {
    this.#textTools.value = { ...this.#textTools.value, filter: null };
    this.chooseMode('pretty');
    this.chooseTab('body');
    this.stores.text.goToPath(path);
  }

  /** Shows an event in the Events tab, without a filter. @param event its number */
  goToEvent(event: number): void {
    const { eventsView, events } = this.stores;
    if (isFiltering(eventsView.filter)) {
      eventsView.endSearch();
      this.stores.filterEvents(noFilter);
    }
    if (eventsView.look.bytes) eventsView.look = { ...eventsView.look, bytes: false };
    this.chooseTab('events');
    eventsView.choose(event, events.total);
  }

  chooseWrap(wrap: boolean): void {
    this.#choose({ ...this.#choices.value, wrap });
  }

  dismissError(): void {
    this.#error.value = null;
  }

  #makeStores(runId: string | null): RunStores {
    const send = (message: FromPanel): void => {
      if (message.type === 'filter') {
        const { runId: id, path } = message;
        this.#choose({ ...this.#choices.value, filter: path === '' ? null : { runId: id, path } });
      }
      this.send(message);
    };
    return new RunStores(runId, this.#makeEventsView(runId ?? ''), send, runId === null ? null : this.#stores);
  }

  /** A view of the run's events, restored if the page was hidden meanwhile. */
  #makeEventsView(runId: string): EventsView {
    const { events } = this.#choices.value;
    return new EventsView(events?.runId === runId ? events : null, (kept) =>
      this.#choose({ ...this.#choices.value, events: { runId, ...kept } }),
    );
  }

  /** The filter of a run whose page was hidden meanwhile, or that the panel shows again. The focus stays where it is. */
  #restoreFilter(text: RunStores['text'], runId: string): void {
    const { filter } = this.#choices.value;
    if (filter?.runId !== runId) return;
    text.filterLater(filter.path);
    this.#textTools.value = { ...this.#textTools.value, filter: { isRestored: true } };
  }

  #choose(choices: Choices): void {
    this.#choices.value = choices;
    // The current run's id, even if it is not rendered yet.
    this.#host.keep({ ...choices, runId: this.#stores.runId ?? choices.runId });
  }

  #receive(message: ToPanel): void {
    const before = this.#latest;
    this.#latest = foldRun(before, message);
    if (message.type === 'error') this.#error.value = message.message;
    else if (message.type === 'ask') this.#form.value = message;
    else if (message.type === 'asked') this.#form.value = this.#form.value?.askId === message.askId ? null : this.#form.value;
    else if (message.type === 'openFind') this.openTool('find');
    else if (message.type === 'entered') this.#entered++;
    else if (message.type === 'panel') this.#applyPanelState(message);
    else if (message.type === 'started') this.#begin(message, before?.started);
    else if (message.runId === before?.started.runId) {
      if (message.type === 'moved') this.#movedBy.value = message.by;
      if (message.type === 'finished') this.#cancelling.value = false;
      this.#stores.receive(message);
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#nextFrame(() => this.#draw());
  }

  #draw(): void {
    this.#scheduled = false;
    const { runId } = this.#stores;
    if (runId !== this.#choices.value.runId) this.#choices.value = { ...this.#choices.value, runId };
    this.#drawn.value = this.#stores;
    this.#run.value = this.#latest;
    this.#frame.value++;
    // Set last, so that the element to focus is rendered in the same frame.
    this.entered.value = this.#entered;
  }

  #applyPanelState({ pinned, empty }: Extract<ToPanel, { readonly type: 'panel' }>): void {
    this.#empty.value = empty;
    if (pinned !== this.#choices.value.pinned) this.#choose({ ...this.#choices.value, pinned });
  }

  /** Renders nothing until the next frame: a response that arrives at once updates the previous one's elements. */
  #begin(started: PanelStarted, before: PanelStarted | undefined): void {
    const { runId, file, name } = started;
    const stores = this.#makeStores(runId);
    // The user sends the same request again to watch a value; for another request, search and filter may not apply.
    if (file === before?.file && name === before.name) stores.text.lookAgain(this.#stores.text);
    else this.#restoreFilter(stores.text, runId);
    this.#stores = stores;
    this.#host.keep({ ...this.#choices.value, runId });
    this.#error.value = null;
    this.#cancelling.value = false;
    this.#movedBy.value = 0;
  }
}
