import { t } from '../../base/l10n.ts';
import type { PanelEvent, StreamFilter, StreamRow } from '../../protocol/streamMessages.ts';
import { matcherOf, type MatchPlace, type TextMatcher } from '../bodyText/boundedMatch.ts';
import { NumberList } from './numberList.ts';
import type { StreamRecord } from './streamRecord.ts';

/** Maximum rows and approximate UTF-16 units to search at once; milliseconds before yielding to other work. */
const sliceRows = 250;
const sliceUnits = 500_000;
const turn = 8;
/** Maximum UTF-16 units of an event's data in the page, and of a page of rows. */
const dataLimit = 100_000;
const pageUnits = 2_000_000;
/** UTF-16 units of data visible in a row. */
const shownLength = 300;
/** The flag of a row that is a comment. */
const isComment = 0x8000_0000;

export interface RowsFound {
  readonly rows: number;
  readonly scanned: number;
  readonly done: boolean;
  readonly near: number | null;
  readonly error: string | null;
}

/** An event for the page, with long data cut. */
export const eventForPage = (event: PanelEvent): PanelEvent =>
  event.data.length > dataLimit ? { ...event, data: event.data.slice(0, dataLimit) } : event;

/** Rows of the unfiltered view; fewer than `count` if they are long. */
export function allRows(stream: StreamRecord, start: number, count: number): readonly StreamRow[] {
  const { events } = stream;
  const first = Math.max(start, events.first);
  return bounded(events.page(first, Math.max(0, start + count - first)).map((event) => asRow(stream, event)));
}

const asRow = (stream: StreamRecord, event: PanelEvent): StreamRow => ({
  kind: 'event',
  event: eventForPage(stream.withText(event)),
  marks: [],
});

function bounded(rows: readonly StreamRow[]): readonly StreamRow[] {
  let units = 0;
  const fitting = rows.findIndex((row) => (units += row.kind === 'event' ? row.event.data.length : row.text.length) > pageUnits);
  // At least one fits, because each is cut at `dataLimit`.
  return fitting < 0 ? rows : rows.slice(0, fitting);
}

const searched = ({ data, event, id }: PanelEvent): readonly string[] => (event === 'message' ? [data, id] : [data, event, id]);

/**
 * The events and comments that match a filter, as a list of numbers. Searches in slices from the first event on, and
 * continues with the stream.
 */
export class EventRows {
  readonly #stream: StreamRecord;
  readonly #filter: StreamFilter;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #matcher: TextMatcher | undefined;
  readonly #rows = new NumberList();
  readonly #near: number | null;
  readonly #notify: (found: RowsFound) => void;
  #nearRow: number | null = null;
  #error: string | null = null;
  #event = 0;
  #comment = 0;
  /** Rows to search next, adapted to the length of the last ones. */
  #atOnce = 16;
  #isSearching = false;
  #isOver = false;

  /**
   * @param near reports the row of this event, or of the next one
   * @param place where a regular expression runs
   * @param notify called after each slice
   */
  constructor(stream: StreamRecord, filter: StreamFilter, near: number | null, place: MatchPlace, notify: (found: RowsFound) => void) {
    this.#stream = stream;
    this.#filter = filter;
    this.#near = near;
    this.#notify = notify;
    this.#types = filter.types === null ? undefined : new Set(filter.types);
    const made = filter.query === null ? undefined : matcherOf(filter.query, place);
    if (made?.ok === false) this.#error = made.message;
    else this.#matcher = made?.matcher;
    this.wake();
  }

  /** Called when events have arrived. */
  wake(): void {
    if (this.#isOver || this.#isSearching) return;
    this.#isSearching = true;
    void this.#search();
  }

  get length(): number {
    return this.#rows.length;
  }

  /** Rows of the view found so far; fewer than `count` if they are long. */
  async page(start: number, count: number): Promise<readonly StreamRow[]> {
    const rows: StreamRow[] = [];
    const end = Math.min(this.#rows.length, start + count);
    for (let row = start; row < end; row++) {
      const number = this.#rows.at(row);
      const index = number % isComment;
      const log = number >= isComment ? this.#stream.comments : this.#stream.events;
      const event = log.get(index);
      // A dropped event has no text.
      if (event === undefined) rows.push({ kind: 'comment', at: 0, text: t('No longer kept'), before: index, marks: [] });
      else if (log === this.#stream.events) rows.push(asRow(this.#stream, event));
      else
        rows.push({ kind: 'comment', at: event.at, text: event.data.slice(0, dataLimit), before: this.#stream.placeOf(index), marks: [] });
    }
    return this.#marked(bounded(rows));
  }

  /** Adds the ranges of matches in the visible part of each row. */
  async #marked(rows: readonly StreamRow[]): Promise<readonly StreamRow[]> {
    const edges = await this.#matcher?.edges(rows.map((row) => (row.kind === 'event' ? row.event.data : row.text).slice(0, shownLength)));
    return edges === undefined ? rows : rows.map((row, i) => ({ ...row, marks: edges[i] ?? [] }));
  }

  /** The numbers of all events in the view, in order. */
  *eventNumbers(): Generator<number> {
    for (let row = 0; row < this.#rows.length; row++) if (this.#rows.at(row) < isComment) yield this.#rows.at(row);
  }

  /** All events of the view in order, in slices. */
  *slices(): Generator<readonly PanelEvent[]> {
    for (let row = 0; row < this.#rows.length;) {
      const slice: PanelEvent[] = [];
      for (let n = 0; n < sliceRows && row < this.#rows.length; n++, row++) {
        const number = this.#rows.at(row);
        const event = number < isComment ? this.#stream.events.get(number) : undefined;
        if (event !== undefined) slice.push(event);
      }
      yield slice;
    }
  }

  dispose(): void {
    this.#isOver = true;
    this.#matcher?.dispose();
  }

  async #search(): Promise<void> {
    try {
      do {
        // New data is handled first.
        await new Promise((resolve) => setImmediate(resolve));
        const end = performance.now() + turn;
        while (!this.#isOver && !this.#isDone && performance.now() < end) await this.#slice();
        if (!this.#isOver) this.#report();
      } while (!this.#isOver && !this.#isDone);
    } catch (e) {
      this.#error = t('The events could not be searched: {0}', e instanceof Error ? e.message : String(e));
      if (!this.#isOver) this.#report();
    } finally {
      this.#isSearching = false;
    }
  }

  /** Everything received has been searched, or an error ended the search. */
  get #isDone(): boolean {
    if (this.#error !== null) return true;
    const { events, comments } = this.#stream;
    return this.#event >= events.total && (!this.#filter.comments || this.#comment >= comments.total);
  }

  #report(): void {
    const done = this.#isDone;
    // If no later row exists, report the last one.
    const last = this.#near === null ? null : Math.max(0, this.#rows.length - 1);
    const near = this.#nearRow ?? (done ? last : null);
    this.#notify({ rows: this.#rows.length, scanned: this.#event, done, near, error: this.#error });
  }

  /** Searches the next rows. */
  async #slice(): Promise<void> {
    const { passing, event, comment, count, units } = this.#nextRows();
    const found = await this.#matcher?.foundIn(passing.map(({ texts }) => texts));
    if (this.#isOver) return;
    if (this.#matcher !== undefined && found === undefined) {
      this.#error = t('This regular expression takes too long.');
      return;
    }
    for (const [nth, { row }] of passing.entries()) if (found === undefined || found[nth] === true) this.#add(row);
    this.#event = event;
    this.#comment = comment;
    this.#atOnce = Math.max(1, Math.min(sliceRows, 2 * this.#atOnce, Math.floor((count * sliceUnits) / Math.max(1, units))));
  }

  /** The next rows that pass the type filter, and where to continue. */
  #nextRows() {
    const { events, comments } = this.#stream;
    const most = this.#atOnce;
    const passing: { readonly row: number; readonly texts: readonly string[] }[] = [];
    let event = Math.max(this.#event, events.first);
    let comment = this.#comment;
    let count = 0;
    let units = 0;
    const takeComments = (before: number): void => {
      if (!this.#filter.comments) return;
      for (; count < most && comment < comments.total && this.#stream.placeOf(comment) <= before; comment++, count++) {
        const text = comments.get(comment)?.data;
        units += text?.length ?? 0;
        if (text !== undefined) passing.push({ row: comment + isComment, texts: [text] });
      }
    };
    const page = events.page(event, most);
    for (const one of page) {
      takeComments(one.index);
      if (count >= most) break;
      count++;
      units += one.data.length;
      if (this.#types === undefined || this.#types.has(one.event)) passing.push({ row: one.index, texts: searched(one) });
      event = one.index + 1;
    }
    if (page.length === 0) event = events.total;
    if (event >= events.total) takeComments(events.total);
    return { passing, event, comment, count, units };
  }

  #add(row: number): void {
    if (row < isComment && this.#near !== null && this.#nearRow === null && row >= this.#near) this.#nearRow = this.#rows.length;
    this.#rows.push(row);
  }
}
