import { signal, type ReadonlySignal } from '@preact/signals';
import { protocolVersion, type BodyMode, type FromPanel, type PanelStarted, type ToPanel } from '../protocol/messages.ts';
import type { StreamFilter } from '../protocol/streamMessages.ts';
import type { Host } from './panelHost.ts';
import type { TabId } from './model/tabIds.ts';
import { chooseTab } from './model/tabs.ts';
import { chooseMode, readChoices, type Choices } from './model/tabChoices.ts';
import { EventsView } from './model/eventsView.ts';
import type { RowList } from './model/rowList.ts';
import { foldRun, isRunning, type Run } from './model/runModel.ts';
import { RunStores } from './model/runStores.ts';

/** Each an object, another one to focus it again, or null while it is closed. */
export interface TextTools {
  readonly find: object | null;
  readonly filter: object | null;
}

/** Milliseconds after which a text that is gone counts as gone: the next answer often shows one again, and VS Code draws much anew by it. */
const textLeaves = 500;

export type AskedForm = Extract<ToPanel, { readonly type: 'ask' }>;

/**
 * What the page shows and does. Messages are taken in at once; the views learn of them once a frame, so that thousands of messages
 * a second cost as many renderings as the screen can show.
 */
export class Panel {
  readonly #host: Host;
  readonly #nextFrame: (render: () => void) => void;
  readonly #run = signal<Run | null>(null);
  readonly #choices;
  readonly #frame = signal(0);
  /** How many times a command went to the panel, of what is drawn. */
  readonly entered = signal(0);
  readonly #error = signal<string | null>(null);
  readonly #cancelling = signal(false);
  readonly #empty = signal<string | null>(null);
  readonly #form = signal<AskedForm | null>(null);
  readonly #textTools = signal<TextTools>({ find: null, filter: null });
  #latest: Run | null = null;
  #scheduled = false;
  #entered = 0;
  #stores: RunStores;
  /** Those of the run that is drawn: until the next frame that is the one before. */
  readonly #drawn;
  #tellsOfText = false;
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

  /** Changes when lines or events came. */
  get frame(): ReadonlySignal<number> {
    return this.#frame;
  }

  /** What the editor could not do, until it is dismissed. */
  get error(): ReadonlySignal<string | null> {
    return this.#error;
  }

  /** Why nothing is shown, where that is not for the first time. */
  get empty(): ReadonlySignal<string | null> {
    return this.#empty;
  }

  /** Cancel was asked for and the end has not come yet. */
  get cancelling(): ReadonlySignal<boolean> {
    return this.#cancelling;
  }

  /** What a send asks for, while it waits for the answers. */
  get form(): ReadonlySignal<AskedForm | null> {
    return this.#form;
  }

  /** What came of the run that is drawn, and is asked of it. */
  get stores(): RunStores {
    return this.#drawn.value;
  }

  /** What is open to work with the body's text. */
  get textTools(): ReadonlySignal<TextTools> {
    return this.#textTools;
  }

  /** Opens one of them, or gives it the focus again. */
  openTool(tool: keyof TextTools): void {
    this.#textTools.value = { ...this.#textTools.value, [tool]: {} };
  }

  closeTool(tool: keyof TextTools): void {
    this.#textTools.value = { ...this.#textTools.value, [tool]: null };
    const { text } = this.stores;
    if (tool === 'find') text.find({ ...text.search.value.query, text: '' });
    else text.choose('');
  }

  /** Whether the page shows a body's text, by which the editor knows what its keys are for. */
  showText(shown: boolean): void {
    clearTimeout(this.#textTimer);
    const tell = (): void => {
      if (this.#tellsOfText !== shown) this.send({ type: 'textShown', shown });
      this.#tellsOfText = shown;
    };
    if (shown) tell();
    else this.#textTimer = setTimeout(tell, textLeaves);
  }

  /** Where the user is in a form of the body. */
  bodyList(mode: BodyMode, wrap: boolean): RowList {
    return this.stores.listOf(`${mode} ${wrap}`);
  }

  /** Shows those rows of a stream that a filter lets through. */
  filterEvents(filter: StreamFilter): void {
    this.stores.filterEvents(filter);
    this.#frame.value++;
  }

  /** Asks the editor for something. */
  send(message: FromPanel): void {
    this.#host.send(message);
  }

  /** Stops the run that is shown; without one that runs, nothing. */
  cancel(): void {
    const run = this.#latest;
    if (run === null || !isRunning(run) || this.#cancelling.value) return;
    this.#cancelling.value = true;
    this.send({ type: 'cancel', runId: run.started.runId });
  }

  /** Stops the run that is shown, or closes the panel where none runs and it is not pinned. */
  leave(): void {
    if (this.#latest !== null && isRunning(this.#latest)) this.cancel();
    else if (!this.#choices.value.pinned && this.#form.value === null) this.send({ type: 'close' });
  }

  chooseTab(id: TabId): void {
    if (this.#run.value !== null) this.#choose(chooseTab(this.#run.value, this.#choices.value, id));
  }

  chooseMode(mode: BodyMode): void {
    const contentType = this.#run.value?.body?.contentType ?? '';
    this.#choose(chooseMode(this.#choices.value, contentType, mode));
  }

  chooseWrap(wrap: boolean): void {
    this.#choose({ ...this.#choices.value, wrap });
  }

  dismissError(): void {
    this.#error.value = null;
  }

  #makeStores(runId: string | null): RunStores {
    const send = (message: FromPanel): void => this.send(message);
    return new RunStores(runId, this.#makeEventsView(runId ?? ''), send, runId === null ? null : this.#stores);
  }

  /** How a run's stream was looked at before, if the page was hidden meanwhile. */
  #makeEventsView(runId: string): EventsView {
    const { events } = this.#choices.value;
    return new EventsView(events?.runId === runId ? events : null, (kept) =>
      this.#choose({ ...this.#choices.value, events: { runId, ...kept } }),
    );
  }

  #choose(choices: Choices): void {
    this.#choices.value = choices;
    // That of the run that comes, also before it is drawn.
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
    else if (message.type === 'panel') this.#tellOfPanel(message);
    else if (message.type === 'started') this.#begin(message, before?.started);
    else if (message.runId === before?.started.runId) {
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
    // What gets the focus is drawn with it.
    this.entered.value = this.#entered;
  }

  #tellOfPanel({ pinned, empty }: Extract<ToPanel, { readonly type: 'panel' }>): void {
    this.#empty.value = empty;
    if (pinned !== this.#choices.value.pinned) this.#choose({ ...this.#choices.value, pinned });
  }

  /** What is drawn stays until the next frame: an answer that comes at once is drawn into the one before. */
  #begin(started: PanelStarted, before: PanelStarted | undefined): void {
    const { runId, file, name } = started;
    const stores = this.#makeStores(runId);
    // Sent again to see what is looked for there; sent otherwise it may mean nothing.
    if (file === before?.file && name === before.name) stores.text.lookAgain(this.#stores.text);
    this.#stores = stores;
    this.#host.keep({ ...this.#choices.value, runId });
    this.#error.value = null;
    this.#cancelling.value = false;
  }
}
