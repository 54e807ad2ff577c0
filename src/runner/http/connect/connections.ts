import { Connection } from '../http1/http1Connection.ts';
import { routeKey, type Route } from '../exchange/route.ts';

/** Idle connections that are kept on one route. */
const maxIdle = 6;

/** Connections kept open between requests, by their route. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  /** The server, or a time of idleness, has closed one that may be kept here. */
  readonly #closed = (connection: Connection): void => {
    const { key } = connection;
    const left = this.#idle.get(key)?.filter((c) => c !== connection) ?? [];
    if (left.length > 0) this.#idle.set(key, left);
    else this.#idle.delete(key);
    connection.destroy(new Error('closed by the server'));
  };

  /** @param fresh a new one even where one is kept */
  take(route: Route, fresh: boolean): Connection {
    const key = routeKey(route);
    const kept = fresh ? undefined : this.#idle.get(key)?.pop();
    return kept ?? new Connection(route, key, this.#closed);
  }

  /** Keeps a connection for later, where it is open after a whole response. */
  give(connection: Connection): void {
    const { key } = connection;
    const kept = this.#idle.get(key) ?? [];
    if (!connection.isOpen || kept.length >= maxIdle) return connection.destroy(new Error('not kept'));
    connection.rest();
    kept.push(connection);
    this.#idle.set(key, kept);
  }

  closeIdle(): void {
    const all = [...this.#idle.values()].flat();
    this.#idle.clear();
    for (const connection of all) connection.destroy(new Error('closed'));
  }
}
