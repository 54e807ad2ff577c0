import type { PanelEvent, StreamFilter, StreamRow } from '../../protocol/streamMessages.ts';
import { matcherOf, type TextMatcher } from './boundedMatch.ts';
import { NumberList } from './numberList.ts';
import type { StreamRecord } from './streamRecord.ts';

/** Events that are looked through at once, and milliseconds after which others have their turn. */
const sliceEvents = 250;
const turn = 8;
/** UTF-16 units of data that go to the page of one event, and of one answer. */
const dataLimit = 100_000;
const pageUnits = 2_000_000;
/** UTF-16 units of data that a row shows. */
const shownLength = 300;
/** Marks a row that is a comment. */
const isComment = 0x8000_0000;

/** How far a view has come. */
export interface RowsFound {
  readonly rows: number;
  readonly scanned: number;
  readonly done: boolean;
  readonly near: number | null;
  readonly error: string | null;
}

/** An event as the page gets it: its data cut where it is long. */
export const eventForPage = (event: PanelEvent): PanelEvent =>
  event.data.length > dataLimit ? { ...event, data: event.data.slice(0, dataLimit) } : event;

/** Rows for the page: fewer than asked for where they are long. */
export function allRows({ events }: StreamRecord, start: number, count: number): readonly StreamRow[] {
  return bounded(events.page(Math.max(start, events.first), Math.max(0, start + count - Math.max(start, events.first))).map(asRow));
}

const asRow = (event: PanelEvent): StreamRow => ({ kind: 'event', event: eventForPage(event), marks: [] });

function bounded(rows: readonly StreamRow[]): readonly StreamRow[] {
  let units = 0;
  const fitting = rows.findIndex((row) => (units += row.kind === 'event' ? row.event.data.length : row.text.length) > pageUnits);
  return fitting < 0 ? rows : rows.slice(0, Math.max(1, fitting));
}

/** `message` is no type that a server has written. */
const searched = ({ data, event, id }: PanelEvent): readonly string[] => (event === 'message' ? [data, id] : [data, event, id]);

/**
 * Those of a stream's events and comments that a filter lets through, as a list of their numbers. They are looked for in turns
 * with everything else, from the first on, and go on with the stream.
 */
export class EventRows {
  readonly #stream: StreamRecord;
  readonly #filter: StreamFilter;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #matcher: TextMatcher | undefined;
  readonly #rows = new NumberList();
  readonly #near: number | null;
  readonly #tell: (found: RowsFound) => void;
  #nearRow: number | null = null;
  #error: string | null = null;
  #event = 0;
  #comment = 0;
  #turn: NodeJS.Immediate | undefined;
  #isOver = false;

  /**
   * @param near the number of an event whose row is told, or else that of the one after it
   * @param tell is told after each turn
   */
  constructor(stream: StreamRecord, filter: StreamFilter, near: number | null, tell: (found: RowsFound) => void) {
    this.#stream = stream;
    this.#filter = filter;
    this.#near = near;
    this.#tell = tell;
    this.#types = filter.types === null ? undefined : new Set(filter.types);
    const made = filter.query === null ? undefined : matcherOf(filter.query);
    if (made?.ok === false) this.#error = made.message;
    else this.#matcher = made?.matcher;
    this.wake();
  }

  /** There may be more events. */
  wake(): void {
    if (!this.#isOver) this.#turn ??= setImmediate(() => this.#go());
  }

  get length(): number {
    return this.#rows.length;
  }

  /** Rows of the view as far as they are found; fewer where they are long. */
  page(start: number, count: number): readonly StreamRow[] {
    const rows: StreamRow[] = [];
    const end = Math.min(this.#rows.length, start + count);
    for (let row = start; row < end; row++) {
      const number = this.#rows.at(row);
      const index = number % isComment;
      const log = number >= isComment ? this.#stream.comments : this.#stream.events;
      const event = log.get(index);
      // What is no longer kept has no text.
      if (event === undefined) rows.push({ kind: 'comment', at: 0, text: 'No longer kept', before: index, marks: [] });
      else if (log === this.#stream.events) rows.push(asRow(event));
      else
        rows.push({ kind: 'comment', at: event.at, text: event.data.slice(0, dataLimit), before: this.#stream.placeOf(index), marks: [] });
    }
    return this.#marked(bounded(rows));
  }

  /** With the places of what is looked for, as far as they are shown in a row. */
  #marked(rows: readonly StreamRow[]): readonly StreamRow[] {
    const edges = this.#matcher?.edges(rows.map((row) => (row.kind === 'event' ? row.event.data : row.text).slice(0, shownLength)));
    return edges === undefined ? rows : rows.map((row, i) => ({ ...row, marks: edges[i] ?? [] }));
  }

  /** The events of all rows, in order, one call a slice. */
  *slices(): Generator<readonly PanelEvent[]> {
    for (let row = 0; row < this.#rows.length;) {
      const slice: PanelEvent[] = [];
      for (let n = 0; n < sliceEvents && row < this.#rows.length; n++, row++) {
        const number = this.#rows.at(row);
        const event = number < isComment ? this.#stream.events.get(number) : undefined;
        if (event !== undefined) slice.push(event);
      }
      yield slice;
    }
  }

  dispose(): void {
    this.#isOver = true;
    clearImmediate(this.#turn);
  }

  #go(): void {
    this.#turn = undefined;
    const end = performance.now() + turn;
    let more = this.#error === null;
    while (more && performance.now() < end) more = this.#slice();
    const { events } = this.#stream;
    const done = !more;
    this.#tell({
      rows: this.#rows.length,
      scanned: this.#event,
      done,
      near: this.#nearRow ?? (done ? this.#lastNear() : null),
      error: this.#error,
    });
    if (more && this.#event <= events.total) this.wake();
  }

  /** Where the event asked for was the last of all. */
  #lastNear(): number | null {
    return this.#near === null ? null : Math.max(0, this.#rows.length - 1);
  }

  /** Looks through some more. False where there are none for now. */
  #slice(): boolean {
    const { events } = this.#stream;
    this.#event = Math.max(this.#event, events.first);
    const page = events.page(this.#event, sliceEvents);
    const passing = page.filter((e) => this.#types === undefined || this.#types.has(e.event));
    const found = this.#matcher === undefined ? undefined : this.#matcher.test(passing.map(searched));
    if (this.#matcher !== undefined && found === undefined) return this.#tooLong();
    let nth = 0;
    for (const event of page) {
      if (!this.#takeComments(event.index)) return this.#tooLong();
      this.#event = event.index + 1;
      if (passing[nth] !== event) continue;
      if (found === undefined || found[nth] === true) this.#add(event.index);
      nth++;
    }
    if (page.length > 0) return true;
    if (!this.#takeComments(events.total)) return this.#tooLong();
    return false;
  }

  #add(index: number): void {
    if (this.#near !== null && this.#nearRow === null && index >= this.#near) this.#nearRow = this.#rows.length;
    this.#rows.push(index);
  }

  /** Those that stand before an event or earlier. False where the query takes too long. */
  #takeComments(before: number): boolean {
    if (!this.#filter.comments) return true;
    const { comments } = this.#stream;
    for (; this.#comment < comments.total && this.#stream.placeOf(this.#comment) <= before; this.#comment++) {
      const comment = comments.get(this.#comment);
      if (comment === undefined) continue;
      const found = this.#matcher === undefined ? [true] : this.#matcher.test([[comment.data]]);
      if (found === undefined) return false;
      if (found[0] === true) this.#rows.push(this.#comment + isComment);
    }
    return true;
  }

  #tooLong(): boolean {
    this.#error = 'This regular expression takes too long.';
    return false;
  }
}
