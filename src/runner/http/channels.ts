import { attempt } from './attempt.ts';
import type { Channel } from './channel.ts';
import { Connections } from './connections.ts';
import { Http2Sessions } from './http2/sessions.ts';
import type { Route } from './route.ts';

const connections = new Connections();
const sessions = new Http2Sessions();

/** @param fresh over a new connection even where one is kept */
export function openChannel(route: Route, isHttp2: boolean, fresh: boolean): Channel {
  if (isHttp2) return sessions.open(route, fresh);
  const connection = connections.take(route, fresh);
  return {
    get opening() {
      return connection.opening;
    },
    get firstByteAt() {
      return connection.wire?.heads.firstByteAt;
    },
    attempt: (message, hooks) => attempt(connection, message, hooks),
    release(whole) {
      if (whole) connections.give(connection);
      else connection.destroy(new Error('the exchange failed'));
    },
    destroy: (reason) => connection.destroy(reason),
  };
}

/** Closes the connections kept for later requests. They never keep the process from ending. */
export function closeIdleConnections(): void {
  connections.closeIdle();
  sessions.closeIdle();
}
