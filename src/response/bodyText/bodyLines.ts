import type { BodyService, CopiedText, NodeFacts, OpenedBody, BodyNotice, BodyWorker } from '../../body/index.ts';
import type { BodyToPanel } from '../../protocol/bodyMessages.ts';
import type { SearchQuery } from '../../base/text/searchQuery.ts';
import { t } from '../../base/l10n.ts';
import type { Filtered, Mark, RowsPage, TextMode } from '../../protocol/bodyRows.ts';
import type { BodyServices } from './bodyServices.ts';

/** Milliseconds without a message from the worker after which a search or filter is stopped. */
const patience = 8000;

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type BodyReport = Without<Extract<BodyToPanel, { type: 'measured' | 'found' }>, 'runId'>;

interface BodyLinesOptions {
  readonly services: BodyServices;
  /** In bytes. */
  readonly size: number;
  /** The body, with the secrets known so far. */
  readonly open: () => OpenedBody;
  /** The number of known secrets. */
  readonly secretsMet: () => number;
  readonly report: (report: BodyReport) => void;
  readonly patience?: number;
}

/** The text of one body for the page: rows, folds, searches, filters, values. Long work runs in a worker. */
export class BodyLines {
  readonly #options: BodyLinesOptions;
  #service: Promise<BodyService> | undefined;
  #secretsMet = -1;
  /** Added to a service's revisions, so that they grow across services. */
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

  /** Starts a search, which reports matches. An empty text ends it. */
  async find(searchId: number, query: SearchQuery, mode: TextMode): Promise<void> {
    this.#search = searchId;
    if (query.text === '') {
      this.#stopWatching();
      await (await this.#open()).ask('stopFinding', null);
      return;
    }
    const service = query.regex ? await this.#thread() : await this.#open();
    if (this.#search !== searchId) return;
    this.#startWatching(service);
    try {
      await service.ask('find', { searchId, query, mode });
    } catch (e) {
      // The search was stopped, which has been reported.
      if (this.#search === searchId) throw e;
    }
  }

  async marks(mode: TextMode, start: number, count: number): Promise<readonly Mark[]> {
    return (await this.#open()).ask('marks', { mode, start, count });
  }

  /** The match with number `nth`, or the first one at or after a row. Unfolds rows that hide it. Null if there is none. */
  async match(nth: number | null, row: number): Promise<{ readonly nth: number; readonly mark: Mark; readonly revision: number } | null> {
    const service = await this.#open();
    let wanted = nth ?? (await service.ask('matchFrom', { row }));
    let mark = await service.ask('goToMatch', { nth: wanted });
    // After the last match, continue with the first.
    if (mark === null && nth === null) mark = await service.ask('goToMatch', { nth: (wanted = 0) });
    if (mark === null) return null;
    const { revision } = await service.ask('rows', { mode: 'pretty', start: 0, count: 0 });
    return { nth: wanted, mark, revision: this.#revision(revision) };
  }

  /** Shows only the results of a JSONPath query; an empty one removes the filter. */
  async filter(filterId: number, path: string): Promise<Filtered> {
    this.#filter = filterId;
    this.#search = -1;
    const service = path === '' ? await this.#open() : await this.#thread();
    this.#startWatching(service);
    try {
      return await service.ask('filter', { filterId, path });
    } catch (e) {
      if (this.#givenUp !== filterId) throw e;
      return { filterId, count: null, isCut: false, problem: { message: t('It took too long and was stopped.'), offset: 0 } };
    } finally {
      if (this.#filter === filterId && this.#search < 0) this.#stopWatching();
    }
  }

  /** Removes the filter, for a page that begins without one. */
  async unfilter(): Promise<void> {
    if (this.#filter >= 0) await this.filter(-1, '');
  }

  /** The row of the first value that a JSONPath query selects; null if there is none. */
  async goToPath(path: string): Promise<{ readonly row: number; readonly revision: number } | null> {
    const service = await this.#open();
    const found = await service.ask('goToPath', { path });
    if (found === null) return null;
    const { revision } = await service.ask('rows', { mode: 'pretty', start: 0, count: 0 });
    return { ...found, revision: this.#revision(revision) };
  }

  /** The results of the query as text; null if no query is set. */
  async chosen(): Promise<CopiedText | null> {
    return (await this.#open()).ask('chosen', null);
  }

  async node(row: number): Promise<NodeFacts | null> {
    return (await this.#open()).ask('node', { row });
  }

  dispose(): void {
    this.#stopWatching();
    this.#disposeService();
    this.#options.services.dispose();
  }

  #revision(ofService: number): number {
    return (this.#lastRevision = Math.max(this.#lastRevision, this.#base + ofService));
  }

  #open(): Promise<BodyService> {
    const met = this.#options.secretsMet();
    // Secrets found since then must be masked, so the analysis starts again.
    if (met !== this.#secretsMet) this.#disposeService();
    this.#secretsMet = met;
    if (this.#service === undefined) {
      const { services, open, size } = this.#options;
      this.#service = services.open(open(), size, (notice) => this.#receive(notice));
      this.#service.catch(() => (this.#service = undefined));
    }
    return this.#service;
  }

  /** A worker, for calls that may never finish. A small body moves there with its folds. */
  async #thread(): Promise<BodyService> {
    for (;;) {
      const opened = this.#open();
      const service = await opened;
      if (isThread(service)) return service;
      if (this.#service !== opened) continue;
      this.#base = this.#lastRevision + 1;
      this.#service = this.#move(service);
      this.#service.catch(() => (this.#service = undefined));
    }
  }

  async #move(from: BodyService): Promise<BodyService> {
    const { services, open } = this.#options;
    const folded = await from.ask('folded', null);
    const thread = await services.openThread(open(), (notice) => this.#receive(notice));
    if (folded !== null) await thread.ask('foldAgain', folded);
    from.dispose();
    return thread;
  }

  #receive(notice: BodyNotice): void {
    if (notice.kind === 'measured') {
      const { kind, ...measured } = notice;
      return this.#options.report({ type: kind, ...measured, revision: this.#revision(notice.revision) });
    }
    if (notice.searchId !== this.#search) return;
    if (notice.isDone) this.#stopWatching();
    const { kind, ...found } = notice;
    this.#options.report({ type: kind, ...found });
  }

  #startWatching(service: BodyService): void {
    this.#stopWatching();
    if (!isThread(service)) return;
    const most = this.#options.patience ?? patience;
    this.#watch = setInterval(() => {
      if (performance.now() - service.lastSign > most) this.#giveUp();
    }, most / 8);
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Kills a worker that does not respond. */
  #giveUp(): void {
    this.#stopWatching();
    const searchId = this.#search;
    this.#givenUp = this.#filter;
    this.#search = -1;
    this.#disposeService();
    const problem = t('It took too long and was stopped.');
    if (searchId >= 0) this.#options.report({ type: 'found', searchId, count: 0, isCut: false, isDone: true, progress: 1, problem });
  }

  #disposeService(): void {
    const service = this.#service;
    this.#service = undefined;
    this.#base = this.#lastRevision + 1;
    service?.then(
      (left) => left.dispose(),
      () => undefined,
    );
  }
}

const isThread = (service: BodyService): service is BodyWorker => 'lastSign' in service;
