import type { PanelEvent, StreamRow } from '../../../protocol/streamMessages.ts';
import { PageCache, type Want } from '../pageCache.ts';

/** Newest events to keep; older ones are requested in pages. */
const tailLimit = 2000;
/** Maximum UTF-16 units of data in the newest events. */
const tailTextLimit = 16 << 20;
const pageSize = 100;
const pageLimit = 40;

export class EventStore {
  /**
   * Consecutive events. Those before `#head` have been removed; the array is compacted now and then, so that appending
   * is O(1).
   */
  #tail: PanelEvent[] = [];
  #head = 0;
  #tailText = 0;
  #total = 0;
  #hasIds = false;
  readonly #rows = new WeakMap<PanelEvent, StreamRow>();
  /** Null for an event that the editor no longer keeps. */
  readonly #pages = new PageCache<PanelEvent | null>(pageSize, pageLimit);

  get total(): number {
    return this.#total;
  }

  /** Whether any event so far had an id. */
  get hasIds(): boolean {
    return this.#hasIds;
  }

  /**
   * Appends new events. `total` may be ahead of them, because the editor skips events under load; the gap is requested
   * when it becomes visible.
   */
  append(events: readonly PanelEvent[], total: number): void {
    for (const event of events) {
      const last = this.#tail.at(-1);
      if (last !== undefined && event.index <= last.index) continue;
      if (last !== undefined && event.index !== last.index + 1) this.#dropTail();
      this.#tail.push(event);
      if (event.id !== '') this.#hasIds = true;
      this.#tailText += event.data.length;
    }
    this.#total = Math.max(this.#total, total, (this.#tail.at(-1)?.index ?? -1) + 1);
    this.#trim();
  }

  /** Stores the reply to a request from `want`. Events missing at its start are no longer kept. */
  putPage(start: number, events: readonly PanelEvent[]): void {
    if (events.some(({ id }) => id !== '')) this.#hasIds = true;
    const pageEnd = (Math.floor(start / pageSize) + 1) * pageSize;
    const gone = Math.max(0, Math.min(events[0]?.index ?? pageEnd, pageEnd) - start);
    this.#pages.put(start, [...Array.from<null>({ length: gone }).fill(null), ...events]);
  }

  /** The event; null if it is no longer kept, undefined until it arrives. */
  get(index: number): PanelEvent | null | undefined {
    const first = this.#tail[this.#head];
    if (first !== undefined && index >= first.index) return this.#tail[this.#head + index - first.index];
    return this.#pages.get(index);
  }

  /** The event as a row. Returns the same object for the same event, so that it is not rendered again. */
  row(index: number): StreamRow | null | undefined {
    const event = this.get(index);
    if (!event) return event;
    const known = this.#rows.get(event);
    if (known !== undefined) return known;
    const row: StreamRow = { kind: 'event', event, marks: [] };
    this.#rows.set(event, row);
    return row;
  }

  /** The missing ranges between `first` and `last`, to request from the editor. */
  want(first: number, last: number): readonly Want[] {
    const tailStart = this.#tail[this.#head]?.index ?? this.#total;
    const tailEnd = (this.#tail.at(-1)?.index ?? this.#total - 1) + 1;
    const before = first < tailStart ? this.#pages.want(first, Math.min(last, tailStart - 1), tailStart) : [];
    // A page that overlaps the newest events is never complete; requesting it would repeat with each event.
    const after = Math.min(last, this.#total - 1) >= tailEnd ? this.#pages.want(tailEnd, last, this.#total) : [];
    return [...before, ...after];
  }

  #dropTail(): void {
    this.#tail = [];
    this.#head = 0;
    this.#tailText = 0;
  }

  #trim(): void {
    while (this.#tail.length - this.#head > 1 && (this.#tail.length - this.#head > tailLimit || this.#tailText > tailTextLimit)) {
      this.#tailText -= this.#tail[this.#head]?.data.length ?? 0;
      this.#head++;
    }
    if (this.#head > tailLimit) {
      this.#tail = this.#tail.slice(this.#head);
      this.#head = 0;
    }
  }
}
