import { signal, type ReadonlySignal } from '@preact/signals';
import type { BodyFromPanel } from '../../protocol/bodyMessages.ts';
import type { SearchQuery } from '../../base/searchQuery.ts';
import type { Filtered, Found, Mark, NodeAction, TextMode } from '../../protocol/bodyRows.ts';
import type { FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { RowToReveal } from './rowList.ts';
import { rowPage, RowStore } from './rowStore.ts';

/** Rows around those in sight whose matches are asked for too. */
const marksAhead = 60;
/** Milliseconds after the last key before a filter is asked for. */
const filterDelay = 150;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What is looked for in the body. */
export interface SearchState {
  readonly id: number;
  readonly query: SearchQuery;
  readonly found: Found | null;
  /** The match that is shown, from 0. */
  readonly nth: number | null;
  readonly mark: Mark | null;
}

/** What is chosen of the body. */
export interface FilterState {
  readonly path: string;
  readonly result: Filtered | null;
  /** The result is not that of this path yet. */
  readonly isAwaited: boolean;
}

const noMarks: readonly Mark[] = [];
const noQuery: SearchQuery = { text: '', regex: false, matchCase: false };

/** What the page knows of a body's text, and asks of it. */
export class BodyText {
  readonly rows = new RowStore();
  readonly #runId: string;
  readonly #send: (message: FromPanel) => void;
  readonly #search = signal<SearchState>({ id: 0, query: noQuery, found: null, nth: null, mark: null });
  readonly #filter = signal<FilterState>({ path: '', result: null, isAwaited: false });
  readonly #current = signal<number | null>(null);
  readonly #reveal = signal<RowToReveal | null>(null);
  /** A match in what was folded: brought in sight with the rows around it. */
  #unfolded: RowToReveal | null = null;
  #mode: TextMode = 'pretty';
  #searches = 0;
  #filters = 0;
  #filterTimer: ReturnType<typeof setTimeout> | undefined;
  #inSight = { first: 0, last: 0 };
  #marks = new Map<number, readonly Mark[]>();
  /** For what the marks were asked for last. */
  #marksFor = '';
  /** What is looked for as soon as there is a body. */
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

  /** The row to bring in sight. */
  get reveal(): ReadonlySignal<RowToReveal | null> {
    return this.#reveal;
  }

  get isFiltered(): boolean {
    return (this.#filter.value.result?.count ?? null) !== null;
  }

  marksOf(row: number): readonly Mark[] {
    return this.#search.value.query.text === '' ? noMarks : (this.#marks.get(row) ?? noMarks);
  }

  /** The form that is looked at: what was looked for is looked for there. */
  show(mode: TextMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#current.value = null;
    this.#findAgain();
  }

  /** Asks for the rows missing between `first` and `last`, and for the matches in them. */
  want(first: number, last: number): void {
    this.#inSight = { first, last };
    for (const want of this.rows.want(this.#mode, Math.max(0, first - marksAhead), last + marksAhead))
      this.#send({ type: 'wantLines', runId: this.#runId, mode: this.#mode, ...want });
    this.#wantMarks();
  }

  get firstInSight(): number {
    return this.#inSight.first;
  }

  /** The row that a row lies in, as far as it is here. */
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
    this.#ask({ type: 'fold', row, folded, start, count: 2 * rowPage });
  }

  foldLevel(level: number | null): void {
    this.#current.value = null;
    this.#reveal.value = { index: 0 };
    this.#ask({ type: 'foldLevel', level });
  }

  act(row: number, action: NodeAction): void {
    this.#ask({ type: 'nodeAction', row, action });
  }

  find(query: SearchQuery): void {
    const id = ++this.#searches;
    this.#marks = new Map();
    this.#marksFor = '';
    this.#search.value = { id, query, found: null, nth: null, mark: null };
    this.#ask({ type: 'find', searchId: id, mode: this.#mode, ...query });
  }

  /** Goes on by so many matches, around the end. */
  step(by: 1 | -1): void {
    const { found, nth, id } = this.#search.value;
    if (found === null || found.count === 0) return;
    if (nth === null) return this.#ask({ type: 'wantMatch', searchId: id, nth: null, row: this.#inSight.first });
    this.#ask({ type: 'wantMatch', searchId: id, nth: (nth + by + found.count) % found.count, row: 0 });
  }

  /** Chooses by a JSONPath query as one types it. */
  choose(path: string): void {
    const isEmpty = path.trim() === '';
    this.#filter.value = { path, result: isEmpty ? null : this.#filter.value.result, isAwaited: !isEmpty };
    // At once: an answer to what was typed before is none to this.
    const filterId = ++this.#filters;
    clearTimeout(this.#filterTimer);
    this.#filterTimer = setTimeout(() => this.#ask({ type: 'filter', filterId, path: path.trim() }), filterDelay);
  }

  /** Has the same looked for and chosen as in another body, as soon as there is one. */
  lookAgain(before: BodyText): void {
    const [{ query }, { path }] = [before.#search.value, before.#filter.value];
    this.#mode = before.#mode;
    this.#awaiting = { query, path };
    this.#search.value = { ...this.#search.value, query };
    this.#filter.value = { ...this.#filter.value, path };
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
        this.#hearFound(message);
        break;
      case 'marks':
        if (message.searchId === this.#search.value.id) this.#putMarks(message.marks);
        break;
      case 'match':
        // Where something was unfolded, the next rows tell how many there are now.
        if (message.revision > this.rows.revision) this.#unfolded = { index: message.mark.row };
        this.rows.renew(message.revision);
        if (message.searchId !== this.#search.value.id) return;
        this.#search.value = { ...this.#search.value, nth: message.nth, mark: message.mark };
        this.#current.value = message.mark.row;
        this.#reveal.value = { index: message.mark.row };
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

  #ask(message: Without<BodyFromPanel, 'runId'>): void {
    this.#send({ ...message, runId: this.#runId });
  }

  #findAgain(): void {
    if (this.#search.value.query.text !== '') this.find(this.#search.value.query);
  }

  #hearFound(found: Found): void {
    const now = this.#search.value;
    if (found.searchId !== now.id) return;
    this.#search.value = { ...now, found };
    // The first is shown as soon as there is one.
    if (now.nth === null && found.count > 0 && (now.found?.count ?? 0) === 0) this.step(1);
    this.#wantMarks();
  }

  #wantMarks(): void {
    const { id, found, query } = this.#search.value;
    if (query.text === '' || found === null || found.count === 0) return;
    const start = Math.max(0, this.#inSight.first - marksAhead);
    const count = Math.min(1000, this.#inSight.last + marksAhead - start + 1);
    // While it is searched, when there are twice as many, and at the end: each answer draws rows again.
    const much = found.isDone ? 'all' : Math.floor(Math.log2(found.count));
    const wanted = `${id} ${much} ${start} ${count} ${this.rows.revision}`;
    if (wanted === this.#marksFor) return;
    this.#marksFor = wanted;
    this.#ask({ type: 'wantMarks', searchId: id, mode: this.#mode, start, count });
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
