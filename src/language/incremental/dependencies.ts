/**
 * The dependencies of a block's result other than the block's own text. The result is current until one of them changes.
 */
export class Dependencies {
  /** Names whose variables were looked up. */
  readonly variables = new Set<string>();
  /** Names of which only the kind of plain text was looked up. */
  readonly plain = new Set<string>();
  /** Names whose exchanges were looked up. */
  exchanges = new Set<string>();
  /** Whether all names of the scope were listed. */
  names = false;
  /** Whether the names of the file's requests were listed. */
  requests = false;

  /** Runs `evaluate` and returns its result and only its own lookups. */
  during<T>(evaluate: () => T): { readonly result: T; readonly lookups: Lookups } {
    const { names, requests, exchanges } = this;
    this.names = this.requests = false;
    this.exchanges = new Set();
    const result = evaluate();
    const lookups: Lookups = { names: this.names, requests: this.requests, exchanges: this.exchanges };
    Object.assign(this, { names, requests, exchanges });
    this.add(lookups);
    return { result, lookups };
  }

  add({ names, requests, exchanges }: Lookups): void {
    this.names ||= names;
    this.requests ||= requests;
    for (const name of exchanges) this.exchanges.add(name);
  }
}

/** The dependencies of one value, without its variables. */
export type Lookups = Readonly<Pick<Dependencies, 'names' | 'requests'>> & { readonly exchanges: ReadonlySet<string> };

/** The union of lookups. Returns `first` itself if it contains all others. */
export function mergedLookups(first: Lookups, others: readonly Lookups[]): Lookups {
  let all = first;
  for (const other of others) {
    const exchanges = [...other.exchanges].filter((name) => !all.exchanges.has(name));
    if (exchanges.length === 0 && (all.names || !other.names) && (all.requests || !other.requests)) continue;
    all = {
      names: all.names || other.names,
      requests: all.requests || other.requests,
      exchanges: exchanges.length === 0 ? all.exchanges : new Set([...all.exchanges, ...exchanges]),
    };
  }
  return all;
}
