import { signal, type ReadonlySignal } from '@preact/signals';
import { protocolVersion, type BodyMode, type FromPanel, type ToPanel } from '../protocol/messages.ts';
import type { CountedEvents, StreamFilter, StreamRow } from '../protocol/streamMessages.ts';
import type { Host } from './host.ts';
import { chooseTab, type TabId } from './model/tabs.ts';
import { chooseMode, readChoices, type Choices } from './model/choices.ts';
import { EventStore } from './model/eventStore.ts';
import { EventsView, isFiltering } from './model/eventsView.ts';
import { FoundRows } from './model/foundRows.ts';
import { JoinedText } from './model/joinedText.ts';
import { BodyText } from './model/bodyText.ts';
import { LineStore } from './model/lineStore.ts';
import { PreviewStore } from './model/previewStore.ts';
import { RowList } from './model/rowList.ts';
import { foldRun, isRunning, type Run } from './model/run.ts';

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
  #events = new EventStore();
  #eventsView: EventsView;
  #found: FoundRows | null = null;
  #views = 0;
  #stats: CountedEvents | null = null;
  #eventLines = { index: -1, store: new LineStore(), list: new RowList() };
  #joined = new JoinedText();
  #lines = new LineStore();
  #previews = new PreviewStore();
  #text: BodyText;
  #bodyLists = new Map<string, RowList>();
  #tellsOfText = false;
  #textTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host, nextFrame: (render: () => void) => void) {
    this.#host = host;
    this.#text = new BodyText('', (message) => this.send(message));
    this.#nextFrame = nextFrame;
    this.#choices = signal(readChoices(host.kept()));
    this.#eventsView = this.#makeEventsView('');
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

  get events(): EventStore {
    return this.#events;
  }

  get lines(): LineStore {
    return this.#lines;
  }

  get previews(): PreviewStore {
    return this.#previews;
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
    if (tool === 'find') this.#text.find({ ...this.#text.search.value.query, text: '' });
    else this.#text.choose('');
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

  /** The body as text. */
  get text(): BodyText {
    return this.#text;
  }

  get eventsView(): EventsView {
    return this.#eventsView;
  }

  /** What is counted of a stream, once it is told. */
  get stats(): CountedEvents | null {
    return this.#stats;
  }

  /** The rows that a filter lets through; null where all events are shown. */
  get found(): FoundRows | null {
    return this.#found;
  }

  /** The joined text of a stream, as far as it is told. */
  get joined(): JoinedText {
    return this.#joined;
  }

  /** The row of a stream: null where it is no longer kept, undefined until it came. */
  streamRow(row: number): StreamRow | null | undefined {
    if (this.#found !== null) return this.#found.get(row);
    return this.#events.row(row);
  }

  /** Shows those rows of a stream that a filter lets through; what was chosen, or what comes after it, is chosen again. */
  filterEvents(filter: StreamFilter): void {
    const runId = this.#latest?.started.runId;
    if (runId === undefined) return;
    const view = this.#eventsView;
    const row = view.active === null ? undefined : this.streamRow(view.active);
    const near = row?.kind === 'event' ? row.event.index : row?.kind === 'comment' ? row.before : null;
    const wasFound = this.#found !== null;
    view.setFilter(filter);
    this.#find(near);
    if (this.#found === null) {
      if (wasFound) this.send({ type: 'endFilter', runId });
      if (near !== null && !view.follow) view.choose(near, this.#events.total);
    }
    this.#frame.value++;
  }

  /** Has the rows found that the filter lets through, and the row of an event told or that after it. */
  #find(near: number | null): void {
    const runId = this.#latest?.started.runId;
    const { filter } = this.#eventsView;
    this.#found = null;
    if (runId === undefined || !isFiltering(filter)) return;
    this.#found = new FoundRows(++this.#views, filter);
    this.send({ type: 'filterEvents', runId, view: this.#views, filter, near });
  }

  /** The lines of one event's data, and where the user is in them. */
  eventLines(index: number): { readonly store: LineStore; readonly list: RowList } {
    if (this.#eventLines.index !== index) this.#eventLines = { index, store: new LineStore(), list: new RowList() };
    return this.#eventLines;
  }

  wantEventLines(index: number, mode: 'pretty' | 'raw', first: number, last: number): void {
    const runId = this.#latest?.started.runId;
    if (runId === undefined) return;
    for (const want of this.eventLines(index).store.want(mode, first, last))
      this.send({ type: 'wantEventLines', runId, index, mode, ...want });
  }

  /** Where the user is in a form of the body. */
  bodyList(mode: BodyMode, wrap: boolean): RowList {
    return this.listOf(`${mode} ${wrap}`);
  }

  /** The place in a list of the body, by the list's name. */
  listOf(key: string): RowList {
    const list = this.#bodyLists.get(key) ?? new RowList();
    this.#bodyLists.set(key, list);
    return list;
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

  /** Asks for the lines missing between `first` and `last`. */
  wantLines(mode: BodyMode, first: number, last: number): void {
    const runId = this.#latest?.started.runId;
    if (runId === undefined) return;
    for (const want of this.#lines.want(mode, first, last)) this.send({ type: 'wantLines', runId, mode, ...want });
  }

  /** Asks for what a part of the body depicts; the pieces follow on each other. */
  wantPreview(part: number): void {
    const runId = this.#latest?.started.runId;
    const want = runId === undefined ? undefined : this.#previews.wantPiece(part);
    if (runId !== undefined && want !== undefined) this.send({ type: 'wantPreview', runId, part, ...want });
  }

  /** Asks for the rows of a table missing between `first` and `last`. */
  wantRows(part: number, first: number, last: number): void {
    const runId = this.#latest?.started.runId;
    if (runId === undefined) return;
    for (const want of this.#previews.wantRows(part, first, last)) this.send({ type: 'wantPreview', runId, part, ...want });
  }

  /** Asks for the events missing between `first` and `last`. */
  wantEvents(first: number, last: number): void {
    const runId = this.#latest?.started.runId;
    if (runId === undefined) return;
    const [view, wants] = this.#found === null ? [0, this.#events.want(first, last)] : [this.#found.view, this.#found.want(first, last)];
    for (const want of wants) this.send({ type: 'wantEvents', runId, view, ...want });
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
    this.#host.keep(choices);
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
    else if (message.type === 'started') this.#begin(message.runId);
    else if (message.runId === before?.started.runId) this.#store(message);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#nextFrame(() => {
      this.#scheduled = false;
      this.#run.value = this.#latest;
      this.#frame.value++;
      // What gets the focus is drawn with it.
      this.entered.value = this.#entered;
    });
  }

  #tellOfPanel({ pinned, empty }: Extract<ToPanel, { readonly type: 'panel' }>): void {
    this.#empty.value = empty;
    if (pinned !== this.#choices.value.pinned) this.#choose({ ...this.#choices.value, pinned });
  }

  #begin(runId: string): void {
    if (runId !== this.#choices.value.runId) this.#choose({ ...this.#choices.value, runId });
    this.#events = new EventStore();
    this.#eventsView = this.#makeEventsView(runId);
    this.#find(null);
    this.#stats = null;
    this.#eventLines = { index: -1, store: new LineStore(), list: new RowList() };
    this.#joined = new JoinedText();
    this.#lines = new LineStore();
    this.#previews = new PreviewStore();
    this.#text = new BodyText(runId, (message) => this.send(message));
    this.#bodyLists = new Map(Array.from(this.#bodyLists, ([key, list]) => [key, new RowList(list)]));
    // At once: what is drawn must not ask for the new run's lines by the old one's numbers.
    this.#run.value = this.#latest;
    this.#error.value = null;
    this.#cancelling.value = false;
  }

  #store(message: ToPanel): void {
    if (message.type === 'events') this.#events.append(message.events, message.total);
    else if (message.type === 'eventsPage') this.#putRows(message.view, message.start, message.rows);
    else if (message.type === 'eventsFound') this.#tellOfFound(message);
    else if (message.type === 'eventStats') this.#stats = message.stats;
    else if (message.type === 'streamText') this.#joined.take(message);
    else if (message.type === 'eventLines' && message.index === this.#eventLines.index)
      this.#eventLines.store.put(message.mode, message.start, message.lines, message.total);
    else if (message.type === 'body') this.#lines.begin(message.modes[0] ?? 'raw', message.lines);
    else if (message.type === 'lines') this.#lines.put(message.mode, message.start, message.lines, message.total);
    else if (message.type === 'preview') {
      this.#previews.put(message.part, message.start, message.total, message.data);
      if (message.data.kind !== 'rows') this.wantPreview(message.part);
    } else if (message.type === 'finished') this.#cancelling.value = false;
    else this.#text.receive(message);
  }

  #putRows(view: number, start: number, rows: readonly StreamRow[]): void {
    if (view === 0)
      this.#events.putPage(
        start,
        rows.flatMap((row) => (row.kind === 'event' ? [row.event] : [])),
      );
    else if (view === this.#found?.view) this.#found.put(start, rows);
  }

  #tellOfFound({ view, rows, scanned, done, near, error }: Extract<ToPanel, { readonly type: 'eventsFound' }>): void {
    const found = this.#found;
    if (found?.view !== view) return;
    const eventsView = this.#eventsView;
    [found.total, found.scanned, found.error] = [rows, scanned, error];
    if (near !== null && eventsView.active === null && !eventsView.follow && rows > 0) eventsView.choose(near, this.#events.total);
    if (done) eventsView.counted(rows);
    found.done ||= done;
  }
}
