import { signal, type ReadonlySignal } from '@preact/signals';
import type { BodyFromPanel } from '../../protocol/bodyMessages.ts';
import type { SearchQuery } from '../../base/text/searchQuery.ts';
import type { Filtered, Found, Mark, NodeAction, TextMode } from '../../protocol/bodyRows.ts';
import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { RowToReveal } from './rows/rowList.ts';
import { rowPage, RowStore } from './rows/rowStore.ts';

const marksAhead = 60;
/** Debounce delay of the filter in milliseconds. */
const filterDelay = 150;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface SearchState {
  readonly id: number;
  readonly query: SearchQuery;
  readonly found: Found | null;
  /** The number of the current match, from 0. */
  readonly nth: number | null;
  readonly mark: Mark | null;
}

export interface FilterState {
  readonly path: string;
  readonly result: Filtered | null;
  /** Whether the result is still that of an earlier path. */
  readonly isAwaited: boolean;
}

const noMarks: readonly Mark[] = [];
const noQuery: SearchQuery = { text: '', regex: false, matchCase: false };

/** The state of a body's text in the page: rows, search, filter, current row. Requests what is missing. */
export class BodyText {
  readonly rows = new RowStore();
  readonly #runId: string;
  readonly #send: (message: FromPanel) => void;
  readonly #search = signal<SearchState>({ id: 0, query: noQuery, found: null, nth: null, mark: null });
  readonly #filter = signal<FilterState>({ path: '', result: null, isAwaited: false });
  readonly #current = signal<number | null>(null);
  readonly #reveal = signal<RowToReveal | null>(null);
  /** A match in a folded row, revealed when the next rows arrive. */
  #unfolded: RowToReveal | null = null;
  #mode: TextMode = 'pretty';
  #searches = 0;
  #filters = 0;
  #filterTimer: ReturnType<typeof setTimeout> | undefined;
  #inSight = { first: 0, last: 0 };
  #marks = new Map<number, readonly Mark[]>();
  /** Parameters of the last request for marks. */
  #marksFor = '';
  /** Search and filter to apply when a body arrives. */
  #awaiting: { readonly query: SearchQuery; readonly path: string } | null = null;

  constructor(runId: string, send: (message: FromPanel) => void) {
    this.#runId = runId;
    this.#send = send;
  }

  get search(): ReadonlySignal<SearchState> {
    return this.#search;
  }

  get filter(): ReadonlySignal<FilterState> {
    return this.#filter;
  }

  /** The row that keys act on. */
  get current(): ReadonlySignal<number | null> {
    return this.#current;
  }

  get reveal(): ReadonlySignal<RowToReveal | null> {
    return this.#reveal;
  }

  get isFiltered(): boolean {
    return (this.#filter.value.result?.count ?? null) !== null;
  }

  marksOf(row: number): readonly Mark[] {
    return this.#search.value.query.text === '' ? noMarks : (this.#marks.get(row) ?? noMarks);
  }

  /** Sets the mode and repeats the search in it. */
  show(mode: TextMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#current.value = null;
    this.#findAgain();
  }

  /** Requests missing rows between `first` and `last`, and their matches. */
  want(first: number, last: number): void {
    this.#inSight = { first, last };
    for (const want of this.rows.want(this.#mode, Math.max(0, first - marksAhead), last + marksAhead))
      this.#send({ type: 'wantLines', runId: this.#runId, mode: this.#mode, ...want });
    this.#wantMarks();
  }

  get firstInSight(): number {
    return this.#inSight.first;
  }

  /** The row of the parent, found by indentation in the rows received so far. */
  parentOf(mode: TextMode, row: number): number {
    const width = (text: string): number => text.length - text.trimStart().length;
    const own = width(this.rows.get(mode, row)?.text ?? '');
    for (let above = row - 1; above >= 0; above--) {
      const there = this.rows.get(mode, above);
      if (there === undefined) return above;
      if (width(there.text) < own) return above;
    }
    return row;
  }

  moveTo(row: number | null): void {
    const total = this.rows.total(this.#mode) ?? 0;
    const to = row === null || total === 0 ? null : Math.max(0, Math.min(total - 1, row));
    this.#current.value = to;
    if (to !== null) this.#reveal.value = { index: to };
  }

  fold(row: number, folded: boolean): void {
    const start = Math.floor(Math.max(0, this.#inSight.first - marksAhead) / rowPage) * rowPage;
    this.#request({ type: 'fold', row, folded, start, count: 2 * rowPage });
  }

  foldLevel(level: number | null): void {
    this.#current.value = null;
    this.#reveal.value = { index: 0 };
    this.#request({ type: 'foldLevel', level });
  }

  act(row: number, action: NodeAction): void {
    this.#request({ type: 'nodeAction', row, action });
  }

  find(query: SearchQuery): void {
    const id = ++this.#searches;
    this.#marks = new Map();
    this.#marksFor = '';
    this.#search.value = { id, query, found: null, nth: null, mark: null };
    this.#request({ type: 'find', searchId: id, mode: this.#mode, ...query });
  }

  /** Moves to the next or previous match, wrapping around. */
  step(by: 1 | -1): void {
    const { found, nth, id } = this.#search.value;
    if (found === null || found.count === 0) return;
    if (nth === null) return this.#request({ type: 'wantMatch', searchId: id, nth: null, row: this.#inSight.first });
    this.#request({ type: 'wantMatch', searchId: id, nth: (nth + by + found.count) % found.count, row: 0 });
  }

  /** Filters by a JSONPath query, debounced. */
  choose(path: string): void {
    const isEmpty = path.trim() === '';
    this.#filter.value = { path, result: isEmpty ? null : this.#filter.value.result, isAwaited: !isEmpty };
    // Incremented at once, so that replies to earlier queries are ignored.
    const filterId = ++this.#filters;
    clearTimeout(this.#filterTimer);
    this.#filterTimer = setTimeout(() => this.#request({ type: 'filter', filterId, path: path.trim() }), filterDelay);
  }

  /** Repeats the search and filter of another body when a body arrives. */
  lookAgain(before: BodyText): void {
    const [{ query }, { path }] = [before.#search.value, before.#filter.value];
    this.#mode = before.#mode;
    this.#search.value = { ...this.#search.value, query };
    this.#await(query, path);
  }

  /** Filters by a JSONPath query when a body arrives. */
  filterLater(path: string): void {
    this.#await(noQuery, path);
  }

  #await(query: SearchQuery, path: string): void {
    this.#awaiting = { query, path };
    this.#filter.value = { ...this.#filter.value, path };
  }

  /** Shows the whole formatted text at the first value that a JSONPath query selects. */
  goToPath(path: string): void {
    this.show('pretty');
    this.#filters++;
    clearTimeout(this.#filterTimer);
    if (this.#filter.value.path !== '') this.#request({ type: 'filter', filterId: this.#filters, path: '' });
    this.#filter.value = { path: '', result: null, isAwaited: false };
    this.#request({ type: 'goToPath', path });
  }

  #begin(): void {
    if (this.#awaiting === null) return;
    const { query, path } = this.#awaiting;
    this.#awaiting = null;
    if (query.text !== '') this.find(query);
    if (path.trim() !== '') this.choose(path);
  }

  receive(message: ToPanel): void {
    switch (message.type) {
      case 'body':
        this.#begin();
        break;
      case 'rows':
        this.rows.put(message.mode, message);
        if (this.#unfolded !== null) this.#reveal.value = this.#unfolded;
        this.#unfolded = null;
        break;
      case 'measured':
        this.rows.measure(message);
        break;
      case 'found':
        this.#updateFound(message);
        break;
      case 'marks':
        if (message.searchId === this.#search.value.id) this.#putMarks(message.marks);
        break;
      case 'match':
        // If the match was unfolded, the row count changes with the next rows.
        if (message.revision > this.rows.revision) this.#unfolded = { index: message.mark.row };
        this.rows.renew(message.revision);
        if (message.searchId !== this.#search.value.id) return;
        this.#search.value = { ...this.#search.value, nth: message.nth, mark: message.mark };
        this.#current.value = message.mark.row;
        this.#reveal.value = { index: message.mark.row };
        break;
      case 'wentTo':
        if (message.revision > this.rows.revision || this.rows.total('pretty') === null) this.#unfolded = { index: message.row };
        this.rows.renew(message.revision);
        this.#current.value = message.row;
        this.#reveal.value = { index: message.row };
        break;
      case 'filtered':
        if (message.filterId !== this.#filters) return;
        this.rows.begin(message.revision);
        this.#filter.value = { ...this.#filter.value, result: message, isAwaited: false };
        this.#current.value = null;
        this.#reveal.value = { index: 0 };
        this.#findAgain();
        break;
      default:
    }
  }

  #request(message: Without<BodyFromPanel, 'runId'>): void {
    this.#send({ ...message, runId: this.#runId });
  }

  #findAgain(): void {
    if (this.#search.value.query.text !== '') this.find(this.#search.value.query);
  }

  #updateFound(found: Found): void {
    const now = this.#search.value;
    if (found.searchId !== now.id) return;
    this.#search.value = { ...now, found };
    // Go to the first match as soon as there is one.
    if (now.nth === null && found.count > 0 && (now.found?.count ?? 0) === 0) this.step(1);
    this.#wantMarks();
  }

  #wantMarks(): void {
    const { id, found, query } = this.#search.value;
    if (query.text === '' || found === null || found.count === 0) return;
    const start = Math.max(0, this.#inSight.first - marksAhead);
    const count = Math.min(1000, this.#inSight.last + marksAhead - start + 1);
    // While the search runs, request marks only when the count doubles, because each reply re-renders rows.
    const much = found.isDone ? 'all' : Math.floor(Math.log2(found.count));
    const wanted = `${id} ${much} ${start} ${count} ${this.rows.revision}`;
    if (wanted === this.#marksFor) return;
    this.#marksFor = wanted;
    this.#request({ type: 'wantMarks', searchId: id, mode: this.#mode, start, count });
  }

  #putMarks(marks: readonly Mark[]): void {
    const byRow = new Map<number, Mark[]>();
    for (const mark of marks) {
      const there = byRow.get(mark.row);
      if (there === undefined) byRow.set(mark.row, [mark]);
      else there.push(mark);
    }
    this.#marks = byRow;
  }
}
