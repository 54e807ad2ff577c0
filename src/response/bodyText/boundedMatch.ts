import { compileQuery, foundIn, matchEdges, type SearchQuery } from '../../base/text/searchQuery.ts';
import type { BodyWorker } from '../../body/index.ts';

/** Maximum milliseconds for one call with a regular expression. */
const longest = 4000;

export interface TextMatcher {
  /**
   * One result for each group of texts.
   * @returns undefined if the regular expression takes too long, or after `dispose`
   */
  foundIn(groups: readonly (readonly string[])[]): Promise<readonly boolean[] | undefined>;
  /**
   * For each text, the start and end offsets of all matches, flattened.
   * @returns undefined as `foundIn`
   */
  edges(texts: readonly string[]): Promise<readonly (readonly number[])[] | undefined>;
  dispose(): void;
}

export type MadeMatcher = { readonly ok: true; readonly matcher: TextMatcher } | { readonly ok: false; readonly message: string };

/** Settings of the thread that runs a regular expression. */
export interface MatchPlace {
  readonly openThread: () => Promise<BodyWorker>;
  readonly longest?: number;
}

/** A matcher with bounded time: a user's regular expression runs in a thread, which is killed if it takes too long. */
export function matcherOf(query: SearchQuery, place: MatchPlace): MadeMatcher {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const { pattern } = compiled;
  if (query.regex) return { ok: true, matcher: new ThreadMatcher(query, place) };
  return {
    ok: true,
    // A plain text search takes linear time.
    matcher: {
      foundIn: (groups) => Promise.resolve(foundIn(pattern, groups)),
      edges: (texts) => Promise.resolve(matchEdges(pattern, texts)),
      dispose: () => undefined,
    },
  };
}

class ThreadMatcher implements TextMatcher {
  readonly #query: SearchQuery;
  readonly #place: MatchPlace;
  #thread: Promise<BodyWorker> | undefined;
  #isOver = false;

  constructor(query: SearchQuery, place: MatchPlace) {
    this.#query = query;
    this.#place = place;
  }

  foundIn(groups: readonly (readonly string[])[]): Promise<readonly boolean[] | undefined> {
    return this.#bounded((thread, begun) => thread.match('foundIn', [this.#query, groups], begun));
  }

  edges(texts: readonly string[]): Promise<readonly (readonly number[])[] | undefined> {
    return this.#bounded((thread, begun) => thread.match('matchEdges', [this.#query, texts], begun));
  }

  dispose(): void {
    this.#isOver = true;
    this.#thread?.then(
      (thread) => thread.dispose(),
      () => undefined,
    );
    this.#thread = undefined;
  }

  async #bounded<T>(ask: (thread: BodyWorker, begun: () => void) => Promise<T>): Promise<T | undefined> {
    if (this.#isOver) return undefined;
    const thread = await (this.#thread ??= this.#place.openThread());
    let timer: NodeJS.Timeout | undefined;
    try {
      // The limit starts when the thread does, so that its startup does not count.
      return await ask(thread, () => (timer = setTimeout(() => this.dispose(), this.#place.longest ?? longest)));
    } catch (e) {
      if (this.#isOver) return undefined;
      throw e;
    } finally {
      clearTimeout(timer);
    }
  }
}
