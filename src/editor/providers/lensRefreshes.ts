/**
 * Delays in milliseconds after which lenses are refreshed again. VS Code drops a pending refresh when the editor loses focus. If another
 * extension (JavaScript) provides lenses meanwhile, ours stay plain text until the next refresh.
 */
const repeats = [2000, 4000, 8000, 16_000, 32_000];

/**
 * Refreshes lenses several times after a change. VS Code drops lenses that arrive after the next refresh, and requests them again. So a
 * delay begins when all requested lenses are returned.
 */
export class LensRefreshes {
  readonly #refresh: () => void;
  // One timer for all changes: a script may set ten thousand variables.
  #timer: NodeJS.Timeout | undefined;
  #pending = 0;
  /** Refreshes since the last change. */
  #done = repeats.length;

  constructor(refresh: () => void) {
    this.#refresh = refresh;
  }

  begin(): void {
    this.#done = 0;
    this.#wait();
  }

  /** Delays refreshes until requested lenses are returned. */
  async during<T>(lenses: Promise<T>): Promise<T> {
    this.#pending++;
    clearTimeout(this.#timer);
    try {
      return await lenses;
    } finally {
      this.#pending--;
      this.#wait();
    }
  }

  end(): void {
    this.#done = repeats.length;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const delay = repeats[this.#done];
    if (delay === undefined || this.#pending > 0) return;
    this.#timer = setTimeout(() => {
      this.#done++;
      this.#refresh();
      this.#wait();
    }, delay);
  }
}
