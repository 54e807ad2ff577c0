import type { BodyPart } from '../../../language/index.ts';
import type { RunEvent } from '../../ports/events.ts';
import type { StreamChecks } from '../../check/streamChecks.ts';
import type { ExchangeListener } from '../../http/exchange/exchangeTypes.ts';
import { consoleEvent } from '../scripts/consoleEvent.ts';
import { isLiveText } from '../../stream/liveText.ts';
import type { Received } from './receivedBody.ts';
import type { StreamSink } from './streamInto.ts';

/** Receivers of an exchange's events and bytes. */
export interface ExchangeEventsInput {
  readonly emit: (e: RunEvent) => void;
  readonly at: () => number;
  /** Of the resolved request. */
  readonly body: readonly BodyPart[];
  readonly received: Received;
  readonly stream: StreamSink;
  readonly checks: StreamChecks;
}

/** Emits the steps of an exchange as events of a run, and passes the response's bytes to `received` and `stream`. */
export function exchangeEvents({ emit, at, body, received, stream, checks }: ExchangeEventsInput): ExchangeListener {
  return {
    sending(request) {
      checks.sending();
      emit({ kind: 'sending', at: at(), request, body });
      const { dropped, httpVersion } = request;
      const names = [...new Set(dropped)].join(', ');
      if (names !== '') emit(consoleEvent(at(), `Not sent, because HTTP/${httpVersion} does not allow it: ${names}.`));
    },
    connected(info, reused) {
      [received.certificate] = info.tls?.chain ?? [];
      emit({ kind: 'connected', at: at(), info, reused });
    },
    uploading: (sent, total) => emit({ kind: 'uploading', at: at(), sent, total }),
    informational: (head) => emit({ kind: 'informational', at: at(), head }),
    trailers(headers) {
      received.trailers = headers;
      emit({ kind: 'trailers', at: at(), headers });
    },
    challenged(status, timings) {
      emit({ kind: 'challenged', at: at(), status, timings });
      emit(consoleEvent(at(), `The server asked for credentials (${status}): the request was sent again with them.`));
    },
    redirect(redirect) {
      received.redirects.push(redirect);
      emit({ kind: 'redirect', at: at(), ...redirect });
    },
    warn: (text) => emit({ ...consoleEvent(at(), text, 'warn'), isOwn: true }),
    cookieRefused(text, isOwn) {
      const reason = text.replace(/^The (?:cookie [^]*?|response sets \d+ cookies)(?= was not kept: |\. Req )/, '');
      emit({ ...consoleEvent(at(), text, 'warn'), ...(isOwn === undefined ? {} : { isOwn }), cookies: reason });
    },
    head(head, kind, charset) {
      received.head = head;
      received.stream = kind;
      const isLive = isLiveText(head.headers);
      emit({ kind: 'head', at: at(), head, stream: kind, charset, ...(isLive ? { isLiveText: true } : {}) });
      stream.begin(kind, isLive);
      checks.begin(kind);
    },
    chunk(bytes) {
      received.push(bytes);
      emit({ kind: 'chunk', at: at(), bytes });
      stream.push(bytes);
    },
  };
}
