import { signal } from '@preact/signals';
import type { StreamFilter } from '../../../protocol/streamMessages.ts';
import { readFilter } from '../../../protocol/validateStream.ts';
import { RowList, type RowToReveal } from '../rows/rowList.ts';

export const noFilter: StreamFilter = { types: null, query: null, comments: false };

export const isFiltering = ({ types, query, comments }: StreamFilter): boolean => types !== null || query !== null || comments;

export interface EventsLook {
  /** Show the time of day instead of the time since the start. */
  readonly clock: boolean;
  readonly seams: boolean;
  /** Show the full selected event below the list. */
  readonly detail: boolean;
  /** Show the received bytes instead of events. */
  readonly bytes: boolean;
}

const firstLook: EventsLook = { clock: false, seams: true, detail: false, bytes: false };

/** The view of one run's stream, stored while the page is hidden. */
export interface KeptEvents {
  readonly runId: string;
  readonly filter: StreamFilter;
  readonly look: EventsLook;
}

/** Reads the stored view; null if it is invalid. */
export function readKeptEvents(kept: unknown): KeptEvents | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { runId, filter, look } = kept as Readonly<Record<string, unknown>>;
  const read = readFilter(filter);
  if (typeof runId !== 'string' || read === undefined || typeof look !== 'object' || look === null) return null;
  const { clock, seams, detail, bytes } = look as Readonly<Record<string, unknown>>;
  return { runId, filter: read, look: { clock: clock === true, seams: seams !== false, detail: detail === true, bytes: bytes === true } };
}

let made = 0;

/** The user's view of a stream: unfolded events, selected row, filter, and whether the list follows the newest event. */
export class EventsView {
  /** Changes when the text in the search field is discarded. */
  #searches = ++made;
  #list = new RowList();
  readonly #follow = signal(true);
  readonly #unfolded = signal<ReadonlySet<number>>(new Set());
  /** A new object for each move, even to the same row. */
  readonly #active = signal<RowToReveal | null>(null);
  /** The event selected before a filter was set, until the user selects another. */
  #sought: number | null = null;
  readonly #filter;
  readonly #look;
  readonly #keep: (kept: Omit<KeptEvents, 'runId'>) => void;
  /** While paused: the number of rows, null until they are counted, and of events. */
  readonly #paused = signal<{ readonly rows: number | null; readonly events: number } | null>(null);
  /** Number of events when following stopped. */
  #seenTotal = 0;

  /** @param keep stores the view whenever it changes */
  constructor(kept: KeptEvents | null, keep: (kept: Omit<KeptEvents, 'runId'>) => void) {
    this.#filter = signal(kept?.filter ?? noFilter);
    this.#look = signal(kept?.look ?? firstLook);
    this.#keep = keep;
  }

  /** A key for the search field; changes when its text is discarded. */
  get searches(): number {
    return this.#searches;
  }

  endSearch(): void {
    this.#searches = ++made;
  }

  /** The list's scroll state; replaced with the filter. */
  get list(): RowList {
    return this.#list;
  }

  get follow(): boolean {
    return this.#follow.value;
  }

  get filter(): StreamFilter {
    return this.#filter.value;
  }

  get look(): EventsLook {
    return this.#look.value;
  }

  set look(look: EventsLook) {
    this.#look.value = look;
    this.#keep({ filter: this.filter, look });
  }

  /** The event to select again when the filter finds it. */
  get sought(): number | null {
    return this.#sought;
  }

  get active(): number | null {
    return this.#active.value?.index ?? null;
  }

  get revealed(): RowToReveal | null {
    return this.#active.value;
  }

  get isPaused(): boolean {
    return this.#paused.value !== null;
  }

  /** The number of visible rows; constant while paused. */
  rowsOf(rows: number): number {
    return Math.min(this.#paused.value?.rows ?? rows, rows);
  }

  /** Number of events since following stopped, or since the pause. */
  newOnes(total: number): number {
    const paused = this.#paused.value;
    if (paused !== null) return Math.max(0, total - paused.events);
    return this.follow ? 0 : Math.max(0, total - this.#seenTotal);
  }

  pause(isPaused: boolean, rows: number, events: number): void {
    this.#paused.value = isPaused ? { rows, events } : null;
  }

  /** Sets the row count of a new filter while paused. */
  counted(rows: number): void {
    const paused = this.#paused.value;
    if (paused !== null && paused.rows === null) this.#paused.value = { ...paused, rows };
  }

  /**
   * Sets the filter and clears the selection.
   * @param sought the event to select again; the caller looks up its row
   */
  setFilter(filter: StreamFilter, sought: number | null = null): void {
    this.#filter.value = filter;
    this.#sought = sought;
    this.#keep({ filter, look: this.look });
    this.#list = new RowList();
    this.#active.value = null;
    if (this.#paused.value !== null) this.#paused.value = { ...this.#paused.value, rows: null };
  }

  /** @param event number of an event */
  isUnfolded(event: number): boolean {
    return this.#unfolded.value.has(event);
  }

  setFollow(follow: boolean, total: number): void {
    if (follow === this.#follow.value) return;
    this.#seenTotal = total;
    this.#follow.value = follow;
    if (follow) this.#sought = null;
  }

  /** Folds or unfolds an event. Unfolding stops following, so that the user can read it. */
  toggle(row: number, event: number, total: number): void {
    const unfolded = new Set(this.#unfolded.value);
    if (!unfolded.delete(event)) {
      unfolded.add(event);
      this.setFollow(false, total);
    }
    this.#unfolded.value = unfolded;
    this.#activate(row);
  }

  /** Selects the row that the filter reported for the sought event. */
  chooseNear(row: number): void {
    this.#active.value = { index: row };
  }

  choose(row: number, total: number): void {
    this.#activate(row);
    this.setFollow(false, total);
  }

  /** Moves the selection by key. On the last row, following starts again. */
  activate(row: number, rows: number, total: number): void {
    const within = Math.max(0, Math.min(row, rows - 1));
    this.#activate(within);
    this.setFollow(within === rows - 1, total);
  }

  #activate(row: number): void {
    this.#sought = null;
    this.#active.value = { index: row };
  }
}
