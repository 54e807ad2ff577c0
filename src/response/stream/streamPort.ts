import type { BodyWorker } from '../../body/index.ts';
import { eventLine } from '../../base/events/eventLine.ts';
import { t } from '../../base/l10n.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { StreamFilter, StreamFromPanel } from '../../protocol/streamMessages.ts';
import { EventLines } from './eventLines.ts';
import { allRows, EventRows } from './eventRows.ts';
import { hexLines } from '../bodyText/hexLines.ts';
import { hiddenBytes } from '../record/hiding.ts';
import type { RunRecord } from '../record/runRecord.ts';
import { TextFeed } from './textFeed.ts';

/** Milliseconds between two statistics messages. */
const statsEvery = 250;

export interface StreamActions {
  copy(text: string): void;
  /** @param rows undefined for all events */
  copyEvents(record: RunRecord, rows: EventRows | undefined): void;
  /** @param rows undefined for all events */
  saveEvents(record: RunRecord, as: 'jsonl' | 'bytes', rows: EventRows | undefined): void;
  /** @returns whether the path was written */
  writeTextPath(record: RunRecord, path: string): Promise<boolean>;
}

/** Serves the Events and Text tabs of one run: filtered rows, statistics, the joined text. */
export class StreamPort {
  readonly #record: RunRecord;
  readonly #post: (message: ToPanel) => void;
  readonly #actions: StreamActions;
  readonly #lines: EventLines;
  #view: { readonly id: number; readonly rows: EventRows } | undefined;
  #text: TextFeed | undefined;
  #statsTimer: NodeJS.Timeout | undefined;
  #statsTime = -Infinity;

  constructor(record: RunRecord, post: (message: ToPanel) => void, actions: StreamActions) {
    this.#record = record;
    this.#post = post;
    this.#actions = actions;
    this.#lines = new EventLines(record.events);
  }

  /** Called when events or comments have arrived. */
  received(): void {
    this.#view?.rows.wake();
    this.#text?.wake();
    const since = performance.now() - this.#statsTime;
    if (since >= statsEvery) this.#postStats();
    else this.#statsTimer ??= setTimeout(() => this.#postStats(), 2 * statsEvery - since);
  }

  /** Called when bytes of the body have arrived. */
  receivedBytes(): void {
    if (this.#record.joinedText.read.kind === 'text') this.#text?.wake();
  }

  /** Posts complete lines of the hex dump while the stream continues. */
  bytes(start: number, most: number): void {
    const { id: runId, bytes, hiding } = this.#record;
    if (bytes === undefined) return;
    const total = Math.floor(bytes.size / 16);
    const count = Math.max(0, Math.min(most, total - start));
    const hidden = hiddenBytes(bytes, { start: start * 16, end: (start + count) * 16 }, hiding.find);
    const lines = hexLines(bytes, start, count, (at) => hidden.has(at));
    this.#post({ type: 'lines', runId, mode: 'hex', start, total, lines });
  }

  begin(): void {
    this.dispose();
    if (this.#record.events.total + this.#record.stream.comments.total > 0) this.#postStats();
  }

  receive(message: Exclude<StreamFromPanel, { readonly type: 'showNewest' }>): void {
    const { id: runId } = this.#record;
    switch (message.type) {
      case 'wantEvents': {
        const { view, start, count } = message;
        if (view !== 0) return void this.#page(view, start, count);
        return this.#post({ type: 'eventsPage', runId, view, start, rows: allRows(this.#record.stream, start, count) });
      }
      case 'filterEvents':
        return this.#filter(message.view, message.filter, message.near);
      case 'endFilter':
        this.#view?.rows.dispose();
        this.#view = undefined;
        return;
      case 'wantEventLines': {
        const { index, mode, start, count } = message;
        return this.#post({ type: 'eventLines', runId, index, mode, start, ...this.#lines.read(index, mode, start, count) });
      }
      case 'copyEvent': {
        const event = this.#record.events.get(message.index);
        if (event === undefined) return this.#post({ type: 'error', message: t('Event {0} is no longer available.', message.index) });
        return this.#actions.copy(message.as === 'data' ? event.data : eventLine(event));
      }
      case 'saveEvents':
        return this.#actions.saveEvents(this.#record, message.as, this.#rowsOf(message.view));
      case 'copyEvents':
        return this.#actions.copyEvents(this.#record, this.#rowsOf(message.view));
      case 'wantText':
        return this.#wantText(message.wanted, message.path);
      case 'copyStreamText':
        return this.#actions.copy(this.#text?.read(message.part, message.index) ?? '');
      case 'writeTextPath':
        return void this.#writeTextPath(message.path);
    }
  }

  dispose(): void {
    clearTimeout(this.#statsTimer);
    this.#statsTimer = undefined;
    this.#view?.rows.dispose();
    this.#view = undefined;
    this.#text?.dispose();
    this.#text = undefined;
  }

  /** Undefined for all events. */
  #rowsOf(view: number): EventRows | undefined {
    return view === this.#view?.id ? this.#view.rows : undefined;
  }

  #postStats(): void {
    clearTimeout(this.#statsTimer);
    this.#statsTimer = undefined;
    this.#statsTime = performance.now();
    const { id: runId, stream } = this.#record;
    this.#post({ type: 'eventStats', runId, stats: { ...stream.stats.read(), comments: stream.comments.total } });
  }

  #filter(view: number, filter: StreamFilter, near: number | null): void {
    this.#view?.rows.dispose();
    const { id: runId, stream } = this.#record;
    const rows = new EventRows(stream, filter, near, { openThread }, (found) => this.#post({ type: 'eventsFound', runId, view, ...found }));
    this.#view = { id: view, rows };
  }

  /** Posts rows of a view, unless the view has changed in the meantime. */
  async #page(view: number, start: number, count: number): Promise<void> {
    const shown = this.#view;
    if (shown?.id !== view) return;
    const rows = await shown.rows.page(start, count);
    if (this.#view === shown) this.#post({ type: 'eventsPage', runId: this.#record.id, view, start, rows });
  }

  async #writeTextPath(path: string): Promise<void> {
    const { joinedText } = this.#record;
    if (!(await this.#actions.writeTextPath(this.#record, path)) || joinedText.reading === undefined) return;
    joinedText.reading = { ...joinedText.reading, written: path };
    if (this.#text !== undefined) this.#wantText(true, null);
  }

  #wantText(wanted: boolean, path: string | null): void {
    this.#text?.dispose();
    this.#text = undefined;
    const { id: runId, joinedText, hiding } = this.#record;
    if (!wanted || joinedText.reading === undefined) return;
    this.#text = new TextFeed(joinedText.read, joinedText.reading, path, hiding, (message) =>
      this.#post({ type: 'streamText', runId, ...message }),
    );
  }
}

async function openThread(): Promise<BodyWorker> {
  const { BodyWorker: Worker, workerFile } = await import('../../body/index.ts');
  return new Worker(workerFile());
}
