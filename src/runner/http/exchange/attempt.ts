import { headerValue } from '../../../base/text/headerValue.ts';
import type { Header } from '../../../language/index.ts';
import type { ConnectionInfo } from '../../ports/connectionInfo.ts';
import type { ResponseHead } from '../../ports/events.ts';
import type { Opening } from '../connect/openSocket.ts';
import type { Connection } from '../http1/http1Connection.ts';
import { failureOf, isEnding, type FailedExchange, type Phase } from './exchangeFailures.ts';
import type { Message } from './message.ts';

/** Called synchronously, in the order of events on the connection. */
export interface AttemptHooks {
  /** @param opening undefined for a reused connection */
  connected(info: ConnectionInfo, opening: Opening | undefined): void;
  sent(bytes: number): void;
  informational(head: ResponseHead): void;
  head(head: ResponseHead, size: number): void;
  trailers(headers: readonly Header[]): void;
  /** @param bytes bytes received after the end of the response */
  surplus(bytes: number): void;
  /** Bytes of the body, before content decoding. */
  data(chunk: Buffer): void;
}

export interface AttemptEnd {
  /** Undefined for a complete response. An expected failure is a ReqError; anything else is a bug. */
  readonly error: unknown;
  /** A reused connection closed before the first response byte: the server may never have received the request. */
  readonly stale: boolean;
  /** The request was not sent, or the server reports that it did not process it (HTTP/2). Any method can be sent again. */
  readonly unprocessed?: boolean;
}

/** Sends one message over an HTTP/1 connection and reports the response to `hooks`. Never rejects. */
export function attempt(connection: Connection, message: Message, hooks: AttemptHooks): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    const wasKept = connection.isOpen;
    let sent = false;
    let opening: Opening | undefined;
    let head: ResponseHead | undefined;
    let received = 0;

    const phase = (): Phase => {
      if (head !== undefined) return 'body';
      if (sent) return 'waiting';
      return connection.opening?.connected === undefined ? 'connecting' : 'securing';
    };
    const failed = (): FailedExchange => ({
      target: connection.target,
      phase: phase(),
      reused: sent && opening === undefined,
      received,
      expected: contentLength(head),
      answered: connection.received,
      receivedExcerpt: (byte) => connection.receivedExcerpt(byte),
    });

    connection.send(message, {
      begun(madeFor) {
        sent = true;
        opening = madeFor;
        hooks.connected(connection.info, madeFor);
      },
      sent: (bytes) => hooks.sent(bytes),
      informational: (next) => hooks.informational(next),
      head(next, size) {
        head = next;
        hooks.head(next, size);
      },
      data(bytes) {
        received += bytes.length;
        hooks.data(bytes);
      },
      trailers: (headers) => hooks.trailers(headers),
      ended(error) {
        if (error === undefined) {
          if (connection.surplus > 0) hooks.surplus(connection.surplus);
          return resolve({ error: undefined, stale: false });
        }
        const unprocessed = wasKept && !sent;
        const stale = sent && opening === undefined && connection.firstByteAt === undefined && isEnding(error);
        resolve({ error: failureOf(error, failed()), stale, unprocessed });
      },
    });
  });
}

export function contentLength(head: ResponseHead | undefined): number | undefined {
  const value = head && headerValue(head.headers, 'content-length');
  return value !== undefined && /^\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
