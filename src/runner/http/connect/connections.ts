import { Connection } from '../http1/http1Connection.ts';
import { routeKey, type Route } from '../exchange/route.ts';

/** Idle connections kept per route. */
const maxIdle = 6;

/** Pool of idle HTTP/1 connections, by route. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();
  /** Removes a connection that the server or its idle timer has closed. */
  readonly #closed = (connection: Connection): void => {
    const { key } = connection;
    const left = this.#idle.get(key)?.filter((c) => c !== connection) ?? [];
    if (left.length > 0) this.#idle.set(key, left);
    else this.#idle.delete(key);
    connection.destroy(new Error('closed by the server'));
  };

  take(route: Route, fresh: boolean): Connection {
    const key = routeKey(route);
    const kept = fresh ? [] : (this.#idle.get(key) ?? []);
    let connection = kept.pop();
    // A socket that its idle timer has just destroyed reports its end only later.
    while (connection !== undefined && (!connection.isOpen || connection.isOverdue)) {
      connection.destroy(new Error('idle for too long'));
      connection = kept.pop();
    }
    return connection ?? new Connection(route, key, this.#closed);
  }

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
