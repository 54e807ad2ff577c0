import type { Dispatcher } from 'undici';
import { ReqError } from '../../base/reqError.ts';
import type { Header } from '../../language/index.ts';
import type { ConnectionInfo } from '../connectionInfo.ts';
import type { ResponseHead } from '../events.ts';
import type { Opening } from './connect.ts';
import type { Connection } from './connection.ts';
import { codeOf } from './errorCode.ts';
import { failureOf, isEnding, type Phase } from './failures.ts';
import type { Message } from './message.ts';
import { octetText } from './octetText.ts';

/** Told synchronously as it happens on the connection. */
export interface AttemptHooks {
  /** `opening` is undefined for a connection that was there before. */
  connected(info: ConnectionInfo, opening: Opening | undefined): void;
  /** Octets of the message have left: so many of its body so far. */
  sent(octets: number): void;
  informational(head: ResponseHead): void;
  /** @param size octets of the head */
  head(head: ResponseHead, size: number): void;
  /** Headers after the body. */
  trailers(headers: readonly Header[]): void;
  /** So many octets came after the end of the response. */
  surplus(octets: number): void;
  /** Octets of the body, before content decoding. */
  data(chunk: Buffer): void;
}

export interface AttemptEnd {
  /** Undefined for a whole response. A ReqError where it is expected, anything else is a bug. */
  readonly error: unknown;
  /** The server ended a kept connection without a single octet: it may never have seen the request. */
  readonly stale: boolean;
  /** The server says that it has not looked at the request (HTTP/2): it can be sent again, whatever its method. */
  readonly unprocessed?: boolean;
}

/** Sends one message over a connection and tells what comes back. Never rejects. */
export function attempt(connection: Connection, message: Message, hooks: AttemptHooks): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    let sent = false;
    let opening: Opening | undefined;
    let head: ResponseHead | undefined;
    let received = 0;

    const phase = (): Phase => {
      if (head !== undefined) return 'body';
      if (sent) return 'waiting';
      return connection.opening?.connected === undefined ? 'connecting' : 'securing';
    };
    const surplus = (): number => {
      const { status, headers } = head ?? { status: 0, headers: [] };
      const hasBody = message.method !== 'HEAD' && status !== 204 && status !== 304;
      const expected = hasBody ? contentLength(head) : 0;
      const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
      return expected === undefined || (hasBody && isChunked) ? 0 : (connection.wire?.heads.afterHead ?? 0) - expected;
    };
    const end = (error: unknown, stale = false): void => resolve({ error, stale });

    connection.send(message, {
      onRequestStart() {
        opening = connection.takeOpening();
        sent = true;
        if (connection.wire !== undefined) connection.wire.onSent = (octets) => hooks.sent(octets);
        if (message.holdsBody) connection.wire?.sendHead();
        hooks.connected(connection.info, opening);
      },
      onResponseStart(controller, statusCode, _headers, statusMessage) {
        const line = connection.wire?.heads.next();
        const next: ResponseHead = {
          // For a 100 undici was shown a 102.
          status: line?.status === 100 ? 100 : statusCode,
          statusText: line?.statusText ?? statusMessage ?? '',
          httpVersion: line?.version ?? '1.1',
          headers: pairsOf(controller.rawHeaders),
        };
        if (next.status === 101) return controller.abort(switchedProtocols());
        if (statusCode < 200) return hooks.informational(next);
        head = next;
        hooks.head(next, line?.size ?? 0);
      },
      onResponseData(_controller, chunk) {
        received += chunk.length;
        hooks.data(chunk);
      },
      onResponseEnd(controller) {
        const trailers = pairsOf(controller.rawTrailers);
        if (trailers.length > 0) hooks.trailers(trailers);
        if (surplus() > 0) hooks.surplus(surplus());
        const broken = connection.wire?.error;
        // Without a length a reset is all that tells a broken body from a whole one.
        end(broken === undefined ? undefined : failureOf(broken, failed(broken)));
      },
      onResponseError(_controller, error) {
        // RFC 9110 §8.6: the Content-Length of a 304 is that of another response; the one of a 204 is to be ignored.
        const bodiless = head?.status === 204 || head?.status === 304;
        if (bodiless && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return end(undefined);
        // undici mostly fails at such a head before it tells it.
        if (connection.wire?.heads.next()?.status === 101) return end(switchedProtocols());
        const nothingCame = connection.wire?.heads.firstByteAt === undefined;
        const stale = sent && opening === undefined && nothingCame && isEnding(error);
        end(failureOf(error, failed(error)), stale);
      },
    });

    function failed(error: unknown): Parameters<typeof failureOf>[1] {
      const reused = sent && opening === undefined;
      const { wire } = connection;
      return {
        target: connection.target,
        phase: phase(),
        reused,
        received,
        expected: contentLength(head),
        answered: wire?.heads.received ?? 0,
        wrong: wire?.octetOf(error),
      };
    }
  });
}

function switchedProtocols(): ReqError {
  return new ReqError('protocol', 'The server switched to another protocol (101), which Req does not speak.');
}

function pairsOf(given: Dispatcher.DispatchController['rawHeaders']): readonly Header[] {
  const raw = Array.isArray(given) ? given : [];
  const pairs: Header[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([textOf(raw[i]), withoutBlanks(textOf(raw[i + 1]))]);
  return pairs;
}

const textOf = (octets: Buffer | string | undefined): string => (typeof octets === 'object' ? octetText(octets) : (octets ?? ''));

/** The blanks at a value's end are none of it (RFC 9110 §5.5); those at its beginning the parser has taken. */
function withoutBlanks(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--;
  return value.slice(0, end);
}

export function contentLength(head: ResponseHead | undefined): number | undefined {
  const value = head?.headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return value !== undefined && /^\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
