import { compileQuery, foundIn, matchEdges, type SearchQuery } from '../../base/searchQuery.ts';
import type { BodyWorker } from '../../body/index.ts';

/** Milliseconds that a regular expression may take for what is asked of it at once. */
const longest = 4000;

/** Which of some texts a query is found in. */
export interface TextMatcher {
  /** One answer for each group of texts. @returns undefined where the regular expression takes too long, or is not wanted any more */
  foundIn(groups: readonly (readonly string[])[]): Promise<readonly boolean[] | undefined>;
  /** Where it is found in each text: the beginning and the end of every match, one after the other. @returns undefined as `foundIn` */
  edges(texts: readonly string[]): Promise<readonly (readonly number[])[] | undefined>;
  dispose(): void;
}

export type MadeMatcher = { readonly ok: true; readonly matcher: TextMatcher } | { readonly ok: false; readonly message: string };

/** Where a regular expression runs. */
export interface MatchPlace {
  readonly openThread: () => Promise<BodyWorker>;
  readonly longest?: number;
}

/** A matcher that ends whatever a person wrote: a regular expression runs in a thread, which is ended where it does not come back. */
export function matcherOf(query: SearchQuery, place: MatchPlace): MadeMatcher {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const { pattern } = compiled;
  if (query.regex) return { ok: true, matcher: new ThreadMatcher(query, place) };
  return {
    ok: true,
    // A plain text takes time in proportion to what is searched.
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
      // Counted from when the thread has set to work: one that has to begin first takes no part of it.
      return await ask(thread, () => (timer = setTimeout(() => this.dispose(), this.#place.longest ?? longest)));
    } catch (e) {
      if (this.#isOver) return undefined;
      throw e;
    } finally {
      clearTimeout(timer);
    }
  }
}
