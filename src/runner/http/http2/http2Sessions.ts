import type { Channel } from '../http1/http1Channel.ts';
import { routeKey, type Route } from '../exchange/route.ts';
import { Http2Channel } from './http2Channel.ts';
import { Http2Session } from './http2Session.ts';

/** How long an unused connection stays open. */
const idleMs = 30_000;

/** HTTP/2 connections, one per route, shared by all requests. */
export class Http2Sessions {
  readonly #kept = new Map<string, Http2Session>();

  open(route: Route, fresh: boolean): Channel {
    const key = routeKey(route);
    if (this.#kept.get(key)?.isOverdue === true) this.#kept.get(key)?.closeIdle();
    const kept = this.#kept.get(key);
    const isKeptOpen = kept?.isOpen === true && !kept.isDoubtful;
    const session = isKeptOpen && !fresh ? kept : new Http2Session(route);
    if (!isKeptOpen) this.#keep(key, session);
    session.use();
    return new Http2Channel(session, () => session.leave(this.#kept.get(key) === session ? idleMs : 0));
  }

  closeIdle(): void {
    for (const session of this.#kept.values()) session.closeIdle();
  }

  #keep(key: string, session: Http2Session): void {
    this.#kept.set(key, session);
    session.onClosed = () => {
      if (this.#kept.get(key) === session) this.#kept.delete(key);
    };
  }
}
