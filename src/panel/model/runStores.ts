import type { BodyMode, FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { CountedEvents, StreamFilter, StreamRow } from '../../protocol/streamMessages.ts';
import { BodyText } from './bodyView.ts';
import { EventStore } from './stream/eventStore.ts';
import { isFiltering, type EventsView } from './stream/eventsView.ts';
import { FoundRows } from './rows/foundRows.ts';
import { JoinedText } from './stream/joinedText.ts';
import { LineStore } from './text/lineStore.ts';
import { PreviewStore } from './previewStore.ts';
import { RowList } from './rows/rowList.ts';

let views = 0;

/**
 * The lines, events and texts of one run in the page, with the requests for missing ones. Without a run, nothing is
 * requested.
 */
export class RunStores {
  readonly runId: string | null;
  readonly events = new EventStore();
  readonly eventsView: EventsView;
  readonly lines = new LineStore();
  readonly previews = new PreviewStore();
  readonly text: BodyText;
  readonly joined = new JoinedText();
  readonly #send: (message: FromPanel) => void;
  readonly #lists = new Map<string, RowList>();
  #eventLines = { index: -1, store: new LineStore(), list: new RowList() };
  #found: FoundRows | null = null;
  #stats: CountedEvents | null = null;
  #newestShown: number | undefined;

  constructor(runId: string | null, eventsView: EventsView, send: (message: FromPanel) => void, before: RunStores | null) {
    this.runId = runId;
    this.eventsView = eventsView;
    this.#send = send;
    this.text = new BodyText(runId ?? '', send);
    for (const [key, list] of before === null ? [] : before.#lists) this.#lists.set(key, new RowList(list));
    this.#find(null);
  }

  /** Statistics of a stream; null until received. */
  get stats(): CountedEvents | null {
    return this.#stats;
  }

  /** The rows of the filter; null without a filter. */
  get found(): FoundRows | null {
    return this.#found;
  }

  listOf(key: string): RowList {
    const list = this.#lists.get(key) ?? new RowList();
    this.#lists.set(key, list);
    return list;
  }

  /** A row of the stream; null if it is no longer kept, undefined until it arrives. */
  streamRow(row: number): StreamRow | null | undefined {
    return this.#found === null ? this.events.row(row) : this.#found.get(row);
  }

  /** Filters a stream and keeps the selected event, or selects the next one. */
  filterEvents(filter: StreamFilter): void {
    if (this.runId === null) return;
    const view = this.eventsView;
    const row = view.active === null ? undefined : this.streamRow(view.active);
    const selected = row?.kind === 'event' ? row.event.index : row?.kind === 'comment' ? row.before : null;
    const near = view.sought ?? selected;
    const wasFound = this.#found !== null;
    view.setFilter(filter, near);
    this.#find(near);
    if (this.#found !== null) return;
    if (wasFound) this.#send({ type: 'endFilter', runId: this.runId });
    if (near !== null && !view.follow) view.choose(near, this.events.total);
  }

  /**
   * Starts a view for the current filter.
   * @param near the event whose row is requested, or the next one's
   */
  #find(near: number | null): void {
    const { filter } = this.eventsView;
    this.#found = null;
    if (this.runId === null || !isFiltering(filter)) return;
    this.#found = new FoundRows(++views, filter);
    this.#send({ type: 'filterEvents', runId: this.runId, view: views, filter, near });
  }

  /** The lines of one event's data, with their scroll state. */
  eventLines(index: number): { readonly store: LineStore; readonly list: RowList } {
    if (this.#eventLines.index !== index) this.#eventLines = { index, store: new LineStore(), list: new RowList() };
    return this.#eventLines;
  }

  /** Requests missing lines of an event's data between `first` and `last`. */
  wantEventLines(index: number, mode: 'pretty' | 'raw', first: number, last: number): void {
    const { runId } = this;
    if (runId === null) return;
    for (const want of this.eventLines(index).store.want(mode, first, last))
      this.#send({ type: 'wantEventLines', runId, index, mode, ...want });
  }

  /** Requests missing lines between `first` and `last`. */
  wantLines(mode: BodyMode, first: number, last: number): void {
    const { runId } = this;
    if (runId === null) return;
    for (const want of this.lines.want(mode, first, last)) this.#send({ type: 'wantLines', runId, mode, ...want });
  }

  /** Requests the next piece of a preview; `receive` requests the following ones. */
  wantPreview(part: number): void {
    const { runId } = this;
    const want = runId === null ? undefined : this.previews.wantPiece(part);
    if (runId !== null && want !== undefined) this.#send({ type: 'wantPreview', runId, part, ...want });
  }

  /** Requests missing rows of a table between `first` and `last`. */
  wantRows(part: number, first: number, last: number): void {
    const { runId } = this;
    if (runId === null) return;
    for (const want of this.previews.wantRows(part, first, last)) this.#send({ type: 'wantPreview', runId, part, ...want });
  }

  /** Requests missing events between `first` and `last`. */
  wantEvents(first: number, last: number): void {
    const { runId } = this;
    if (runId === null) return;
    const [view, wants] = this.#found === null ? [0, this.events.want(first, last)] : [this.#found.view, this.#found.want(first, last)];
    for (const want of wants) this.#send({ type: 'wantEvents', runId, view, ...want });
  }

  /** Sends the number of newest events that fit in the viewport; 0 if they are not followed. */
  showNewest(count: number): void {
    if (this.runId === null || count === this.#newestShown) return;
    this.#newestShown = count;
    this.#send({ type: 'showNewest', runId: this.runId, count });
  }

  receive(message: ToPanel): void {
    if (message.type === 'events') this.events.append(message.events, message.total);
    else if (message.type === 'eventsPage') this.#putRows(message.view, message.start, message.rows);
    else if (message.type === 'eventsFound') this.#updateFound(message);
    else if (message.type === 'eventStats') this.#stats = message.stats;
    else if (message.type === 'streamText') this.joined.take(message);
    else if (message.type === 'eventLines' && message.index === this.#eventLines.index)
      this.#eventLines.store.put(message.mode, message.start, message.lines, message.total);
    else if (message.type === 'body') {
      this.lines.begin(message.modes[0] ?? 'raw', message.lines);
      this.text.receive(message);
    } else if (message.type === 'lines') this.lines.put(message.mode, message.start, message.lines, message.total);
    else if (message.type === 'preview') {
      this.previews.put(message.part, message.start, message.total, message.data);
      if (message.data.kind !== 'rows') this.wantPreview(message.part);
    } else this.text.receive(message);
  }

  #putRows(view: number, start: number, rows: readonly StreamRow[]): void {
    if (view === 0)
      this.events.putPage(
        start,
        rows.flatMap((row) => (row.kind === 'event' ? [row.event] : [])),
      );
    else if (view === this.#found?.view) this.#found.put(start, rows);
  }

  #updateFound({ view, rows, scanned, done, near, error }: Extract<ToPanel, { readonly type: 'eventsFound' }>): void {
    const [found, eventsView] = [this.#found, this.eventsView];
    if (found?.view !== view) return;
    [found.total, found.scanned, found.error] = [rows, scanned, error];
    if (near !== null && eventsView.active === null && !eventsView.follow && rows > 0) eventsView.chooseNear(near);
    if (done) eventsView.counted(rows);
    found.done ||= done;
  }
}
