import { signal } from '@preact/signals';
import type { StreamFilter } from '../../protocol/streamMessages.ts';
import { readFilter } from '../../protocol/validateStream.ts';
import { RowList, type RowToReveal } from './rowList.ts';

const noFilter: StreamFilter = { types: null, query: null, comments: false };

export const isFiltering = ({ types, query, comments }: StreamFilter): boolean => types !== null || query !== null || comments;

/** How the columns and what stands between the rows are shown. */
export interface EventsLook {
  /** Times of day, not those since the start. */
  readonly clock: boolean;
  readonly seams: boolean;
  /** Below the list stands all of the event that is chosen. */
  readonly detail: boolean;
  /** Not events, but the bytes they came in. */
  readonly bytes: boolean;
}

const firstLook: EventsLook = { clock: false, seams: true, detail: false, bytes: false };

/** How the stream of one run is looked at, as far as it outlives a hidden page. */
export interface KeptEvents {
  readonly runId: string;
  readonly filter: StreamFilter;
  readonly look: EventsLook;
}

/** Reads what was kept; null where it is not that. */
export function readKeptEvents(kept: unknown): KeptEvents | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { runId, filter, look } = kept as Readonly<Record<string, unknown>>;
  const read = readFilter(filter);
  if (typeof runId !== 'string' || read === undefined || typeof look !== 'object' || look === null) return null;
  const { clock, seams, detail, bytes } = look as Readonly<Record<string, unknown>>;
  return { runId, filter: read, look: { clock: clock === true, seams: seams !== false, detail: detail === true, bytes: bytes === true } };
}

let made = 0;

/** How the user looks at a stream: what is unfolded, which row is chosen, what is let through, whether the newest is followed. */
export class EventsView {
  /** Changes where what is typed in the search field is not looked for any more. */
  #searches = ++made;
  #list = new RowList();
  readonly #follow = signal(true);
  readonly #unfolded = signal<ReadonlySet<number>>(new Set());
  /** A new object at each move, also to the same row. */
  readonly #active = signal<RowToReveal | null>(null);
  /** The event that was chosen before a filter, until a person chooses another one. */
  #sought: number | null = null;
  readonly #filter;
  readonly #look;
  readonly #keep: (kept: Omit<KeptEvents, 'runId'>) => void;
  /** While the view stands still: rows that are shown, null until they are counted, and events there were. */
  readonly #paused = signal<{ readonly rows: number | null; readonly events: number } | null>(null);
  /** Events there were when following stopped. */
  #seen = 0;

  /** @param keep is given what outlives a hidden page, whenever that is another */
  constructor(kept: KeptEvents | null, keep: (kept: Omit<KeptEvents, 'runId'>) => void) {
    this.#filter = signal(kept?.filter ?? noFilter);
    this.#look = signal(kept?.look ?? firstLook);
    this.#keep = keep;
  }

  /** Another one where what is typed in the search field is not looked for any more. */
  get searches(): number {
    return this.#searches;
  }

  /** Lets everything through again, whatever is typed. */
  endSearch(): void {
    this.#searches = ++made;
  }

  /** Where the user is in the rows; another one for another filter. */
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

  /** The event to choose again as soon as a filter lets it through. */
  get sought(): number | null {
    return this.#sought;
  }

  /** The row that is chosen. */
  get active(): number | null {
    return this.#active.value?.index ?? null;
  }

  /** The row to keep in sight, anew at each move. */
  get revealed(): RowToReveal | null {
    return this.#active.value;
  }

  get isPaused(): boolean {
    return this.#paused.value !== null;
  }

  /** The rows that are shown, of so many. */
  rowsOf(rows: number): number {
    return Math.min(this.#paused.value?.rows ?? rows, rows);
  }

  /** Events that came since following stopped, or since the view stands still. */
  newOnes(total: number): number {
    const paused = this.#paused.value;
    if (paused !== null) return Math.max(0, total - paused.events);
    return this.follow ? 0 : Math.max(0, total - this.#seen);
  }

  /** Lets the view stand still at so many rows, while the stream goes on; or goes on with it. */
  pause(isPaused: boolean, rows: number, events: number): void {
    this.#paused.value = isPaused ? { rows, events } : null;
  }

  /** The rows of another filter are counted. */
  counted(rows: number): void {
    const paused = this.#paused.value;
    if (paused !== null && paused.rows === null) this.#paused.value = { ...paused, rows };
  }

  /** Other rows: what was chosen, the event `sought`, is looked for among them by whoever asks for them. */
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
    this.#seen = total;
    this.#follow.value = follow;
    if (follow) this.#sought = null;
  }

  /** Opens or closes an event. Who opens one wants to read it: following stops. */
  toggle(row: number, event: number, total: number): void {
    const unfolded = new Set(this.#unfolded.value);
    if (!unfolded.delete(event)) {
      unfolded.add(event);
      this.setFollow(false, total);
    }
    this.#unfolded.value = unfolded;
    this.#activate(row);
  }

  /** Chooses the row of a filter that stands for the event that is sought. */
  chooseNear(row: number): void {
    this.#active.value = { index: row };
  }

  /** Chooses a row by a click: who does wants to read it. */
  choose(row: number, total: number): void {
    this.#activate(row);
    this.setFollow(false, total);
  }

  /** Moves the choice. On the last row the newest is followed again. */
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
