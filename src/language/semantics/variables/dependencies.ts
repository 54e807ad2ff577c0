/**
 * What was looked at to find something in a block, beside the block's own text. As long as none of it has changed, what was
 * found is still so.
 */
export class Seen {
  /** Names whose variables were looked up. */
  readonly variables = new Set<string>();
  /** Names whose exchanges were looked up. */
  exchanges = new Set<string>();
  /** All names of the scope were gone through. */
  names = false;
  /** The names of the file's requests were looked at. */
  requests = false;

  /** What is looked at while something is evaluated, apart from all before it. */
  during<T>(evaluate: () => T): { readonly result: T; readonly looked: Looked } {
    const { names, requests, exchanges } = this;
    this.names = this.requests = false;
    this.exchanges = new Set();
    const result = evaluate();
    const looked: Looked = { names: this.names, requests: this.requests, exchanges: this.exchanges };
    Object.assign(this, { names, requests, exchanges });
    this.add(looked);
    return { result, looked };
  }

  add({ names, requests, exchanges }: Looked): void {
    this.names ||= names;
    this.requests ||= requests;
    for (const name of exchanges) this.exchanges.add(name);
  }
}

/** What was looked at to find a value, its variables aside. */
export type Looked = Readonly<Pick<Seen, 'names' | 'requests'>> & { readonly exchanges: ReadonlySet<string> };

/** What several were found from. The same object where the first has all of it. */
export function together(first: Looked, others: readonly Looked[]): Looked {
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
