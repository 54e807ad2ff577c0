import type { BodyService, CopiedText, NodeFacts, OpenedBody, BodyNotice, BodyWorker } from '../../body/index.ts';
import type { BodyToPanel } from '../../protocol/bodyMessages.ts';
import type { SearchQuery } from '../../base/searchQuery.ts';
import { t } from '../../base/l10n.ts';
import type { Filtered, Mark, RowsPage, TextMode } from '../../protocol/bodyRows.ts';
import type { BodyServices } from './bodyServices.ts';

/** Milliseconds without a sign of life after which a search or filter is given up. */
const patience = 8000;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** What it tells, without the run that it is of. */
export type BodyReport = Without<Extract<BodyToPanel, { type: 'measured' | 'found' }>, 'runId'>;

interface BodyLinesOptions {
  readonly homes: BodyServices;
  /** Bytes. */
  readonly size: number;
  /** The body, with the secrets that are known now. */
  readonly open: () => OpenedBody;
  /** How many secrets are known. */
  readonly secretsMet: () => number;
  readonly tell: (told: BodyReport) => void;
  readonly patience?: number;
}

/** The text of one body for the page: rows, folds, searches, filters, values. Nothing that it does takes the editor's time. */
export class BodyLines {
  readonly #options: BodyLinesOptions;
  #home: Promise<BodyService> | undefined;
  #secretsMet = -1;
  /** Revisions of homes before this one. */
  #base = 0;
  #lastRevision = 0;
  #search = -1;
  #filter = -1;
  #givenUp = -1;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: BodyLinesOptions) {
    this.#options = options;
  }

  async rows(mode: TextMode, start: number, count: number): Promise<RowsPage> {
    const page = await (await this.#open()).ask('rows', { mode, start, count });
    return { ...page, revision: this.#revision(page.revision) };
  }

  async fold(row: number, folded: boolean): Promise<void> {
    await (await this.#open()).ask('fold', { row, folded });
  }

  async foldLevel(level: number | null): Promise<void> {
    await (await this.#open()).ask('foldLevel', { level });
  }

  /** Looks for something; what is found is told. An empty text ends the search. */
  async find(searchId: number, query: SearchQuery, mode: TextMode): Promise<void> {
    this.#search = searchId;
    if (query.text === '') {
      this.#stopWatching();
      await (await this.#open()).ask('stopFinding', null);
      return;
    }
    const home = query.regex ? await this.#thread() : await this.#open();
    if (this.#search !== searchId) return;
    this.#watchOver(home);
    try {
      await home.ask('find', { searchId, query, mode });
    } catch (e) {
      // It was given up, which was told.
      if (this.#search === searchId) throw e;
    }
  }

  async marks(mode: TextMode, start: number, count: number): Promise<readonly Mark[]> {
    return (await this.#open()).ask('marks', { mode, start, count });
  }

  /** The match with a number, or the first in a row or behind it; unfolded. Null where there is none. */
  async match(nth: number | null, row: number): Promise<{ readonly nth: number; readonly mark: Mark; readonly revision: number } | null> {
    const home = await this.#open();
    let wanted = nth ?? (await home.ask('matchFrom', { row }));
    let mark = await home.ask('goToMatch', { nth: wanted });
    // Behind the last begins the first.
    if (mark === null && nth === null) mark = await home.ask('goToMatch', { nth: (wanted = 0) });
    if (mark === null) return null;
    const { revision } = await home.ask('rows', { mode: 'pretty', start: 0, count: 0 });
    return { nth: wanted, mark, revision: this.#revision(revision) };
  }

  /** Shows only what a JSONPath query chooses; an empty one shows all. */
  async filter(filterId: number, path: string): Promise<Filtered> {
    this.#filter = filterId;
    this.#search = -1;
    const home = path === '' ? await this.#open() : await this.#thread();
    this.#watchOver(home);
    try {
      return await home.ask('filter', { filterId, path });
    } catch (e) {
      if (this.#givenUp !== filterId) throw e;
      return { filterId, count: null, isCut: false, problem: { message: t('It took too long and was given up.'), offset: 0 } };
    } finally {
      if (this.#filter === filterId && this.#search < 0) this.#stopWatching();
    }
  }

  /** All that a query has chosen; null where none is set. */
  async chosen(): Promise<CopiedText | null> {
    return (await this.#open()).ask('chosen', null);
  }

  async node(row: number): Promise<NodeFacts | null> {
    return (await this.#open()).ask('node', { row });
  }

  dispose(): void {
    this.#stopWatching();
    this.#leave();
    this.#options.homes.dispose();
  }

  #revision(ofHome: number): number {
    return (this.#lastRevision = Math.max(this.#lastRevision, this.#base + ofHome));
  }

  #open(): Promise<BodyService> {
    const met = this.#options.secretsMet();
    // What was not hidden then is hidden now.
    if (met !== this.#secretsMet) this.#leave();
    this.#secretsMet = met;
    if (this.#home === undefined) {
      const { homes, open, size } = this.#options;
      this.#home = homes.open(open(), size, (told) => this.#hear(told));
      this.#home.catch(() => (this.#home = undefined));
    }
    return this.#home;
  }

  /** A thread, where what may take for ever is done: all of a small body moves there. */
  async #thread(): Promise<BodyService> {
    for (;;) {
      const opened = this.#open();
      const home = await opened;
      if (isThread(home)) return home;
      if (this.#home !== opened) continue;
      this.#base = this.#lastRevision + 1;
      this.#home = this.#move(home);
      this.#home.catch(() => (this.#home = undefined));
    }
  }

  async #move(from: BodyService): Promise<BodyService> {
    const { homes, open } = this.#options;
    const folded = await from.ask('folded', null);
    const thread = await homes.openThread(open(), (told) => this.#hear(told));
    if (folded !== null) await thread.ask('foldAgain', folded);
    from.dispose();
    return thread;
  }

  #hear(told: BodyNotice): void {
    if (told.kind === 'measured') {
      const { kind, ...measured } = told;
      return this.#options.tell({ type: kind, ...measured, revision: this.#revision(told.revision) });
    }
    if (told.searchId !== this.#search) return;
    if (told.isDone) this.#stopWatching();
    const { kind, ...found } = told;
    this.#options.tell({ type: kind, ...found });
  }

  #watchOver(home: BodyService): void {
    this.#stopWatching();
    if (!isThread(home)) return;
    const most = this.#options.patience ?? patience;
    this.#watch = setInterval(() => {
      if (performance.now() - home.lastSign > most) this.#giveUp();
    }, most / 8);
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Ends a thread that does not come back. */
  #giveUp(): void {
    this.#stopWatching();
    const searchId = this.#search;
    this.#givenUp = this.#filter;
    this.#search = -1;
    this.#leave();
    const problem = t('It took too long and was given up.');
    if (searchId >= 0) this.#options.tell({ type: 'found', searchId, count: 0, isCut: false, isDone: true, progress: 1, problem });
  }

  #leave(): void {
    const home = this.#home;
    this.#home = undefined;
    this.#base = this.#lastRevision + 1;
    home?.then(
      (left) => left.dispose(),
      () => undefined,
    );
  }
}

const isThread = (home: BodyService): home is BodyWorker => 'lastSign' in home;
