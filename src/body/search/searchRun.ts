import type { LineView } from '../lines/lineView.ts';
import type { SearchQuery } from '../../base/text/searchQuery.ts';
import type { Mark } from '../../protocol/bodyRows.ts';
import type { RowsRange, BodyNotice } from '../protocol.ts';
import { Search } from './searchBody.ts';

/** Milliseconds of work without a pause, and between progress notices. */
const workFor = 10;
const noticeInterval = 100;
const mostMarks = 5000;

/** A search in a view, until it is stopped. */
export class SearchRun {
  readonly #view: LineView;
  readonly #search: Search;
  readonly #id: number;
  readonly #notify: (notice: BodyNotice) => void;
  #isStopped = false;

  /** @throws {SyntaxError} if the regular expression is invalid */
  constructor(view: LineView, id: number, query: SearchQuery, notify: (notice: BodyNotice) => void) {
    this.#view = view;
    this.#id = id;
    this.#search = new Search(view.lines, view.hidden, query);
    this.#notify = notify;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(pause: () => Promise<void>): Promise<void> {
    let lastNotice = performance.now();
    while (!this.#search.isDone) {
      const until = performance.now() + workFor;
      while (!this.#search.isDone && performance.now() < until && this.#search.step());
      await pause();
      if (this.#isStopped) return;
      if (performance.now() - lastNotice < noticeInterval) continue;
      lastNotice = performance.now();
      this.#report();
    }
    this.#report();
  }

  marks({ start, count }: RowsRange): readonly Mark[] {
    const marks: Mark[] = [];
    for (let row = start; row < Math.min(this.#view.total, start + count) && marks.length < mostMarks; row++) {
      const line = this.#view.lineOf(row);
      for (const { start: from, end } of this.#search.within(line, line, mostMarks)) marks.push({ row, start: from, end });
    }
    return marks;
  }

  matchFrom(row: number): number {
    return this.#search.firstFrom(this.#view.lineOf(row));
  }

  /** Unfolds what hides the match; null if there is no such match. */
  goTo(nth: number): { readonly mark: Mark; readonly unfolded: boolean } | null {
    if (nth < 0 || nth >= this.#search.count) return null;
    const { line, start, end } = this.#search.match(nth);
    const unfolded = this.#view.reveal(line);
    return { mark: { row: this.#view.rowOf(line), start, end }, unfolded };
  }

  #report(): void {
    const { count, isCut, isDone, progress } = this.#search;
    this.#notify({ kind: 'found', searchId: this.#id, count, isCut, isDone, progress, problem: null });
  }
}
