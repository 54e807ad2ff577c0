import type { Value } from '../../../base/values/value.ts';
import { jsonOrText } from '../../../base/json/json.ts';
import { valueToText } from '../../../base/values/value.ts';
import type { ExchangeStore, Header, Taint } from '../../../language/index.ts';
import type { LaterBody } from './receivedBody.ts';

/** A named exchange, as `{{name.response…}}` reads it. */
export interface FinishedExchange {
  /** When the response was complete, in milliseconds since 1970. */
  readonly time: number;
  /** Secrets in the request, and those that scripts found in the response. */
  hides(): readonly string[];
  /** As in `ExchangeValues`. */
  readonly isPartial: boolean;
  /** Other inputs of the request that may not be sent to every receiver. */
  readonly taint: Taint;
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly Header[]; readonly body: string };
  readonly response: { readonly status: number; readonly statusText: string; readonly headers: readonly Header[] };
  /** The response's body, read on first use; undefined if it was too large. */
  readonly body: LaterBody | undefined;
}

/** Total limit of unread bodies in memory, in bytes. */
const mostInMemory = 64 * 1024 * 1024;
/** Limit of unread bodies in files. */
const mostFiles = 200;

/** The last exchange of each named request of a collection, for this session. */
export interface Exchanges extends ExchangeStore {
  keep(name: string, exchange: FinishedExchange): void;
}

/** Repeated names join with a comma (RFC 9110 §5.3). */
function headerObject(headers: readonly Header[]): Value {
  const out = new Map<string, Value>();
  for (const [name, value] of headers) {
    const key = [...out.keys()].find((k) => k.toLowerCase() === name.toLowerCase());
    if (key === undefined) out.set(name, value);
    else out.set(key, `${valueToText(out.get(key) as Value)}, ${value}`);
  }
  return out;
}

interface Kept {
  readonly exchange: FinishedExchange;
  /** Set until it is read or evicted. */
  body: LaterBody | undefined;
  value: Value | undefined;
}

/** Exchanges in memory. When the limits are exceeded, the oldest unread bodies are evicted. */
export function memoryExchanges(): Exchanges {
  const all = new Map<string, Kept>();
  /** Exchanges with unread bodies by location, oldest first. */
  const unread = { memory: new Set<Kept>(), files: new Set<Kept>() };
  let inMemory = 0;
  const hold = (kept: Kept, { isFiled, size }: LaterBody): void => {
    (isFiled ? unread.files : unread.memory).add(kept);
    if (!isFiled) inMemory += size;
  };
  const giveUp = (kept: Kept | undefined): void => {
    if (kept?.body === undefined) return;
    const { isFiled, size } = kept.body;
    (isFiled ? unread.files : unread.memory).delete(kept);
    if (!isFiled) inMemory -= size;
    kept.body.release();
    kept.body = undefined;
  };
  const asValue = (kept: Kept): Value => {
    const { request, response } = kept.exchange;
    const { text, isBinary = false } = kept.body?.read() ?? {};
    const body = text === undefined ? undefined : jsonOrText(text);
    giveUp(kept);
    return new Map<string, Value>([
      [
        'request',
        new Map<string, Value>([
          ['method', request.method],
          ['url', request.url],
          ['headers', headerObject(request.headers)],
          ['body', jsonOrText(request.body)],
        ]),
      ],
      [
        'response',
        new Map<string, Value>([
          ['status', response.status],
          ['statusText', response.statusText],
          ['headers', headerObject(response.headers)],
          // As text, its bytes would be others.
          ...(text === undefined || body === undefined || (isBinary && typeof body === 'string')
            ? []
            : ([
                ['body', body],
                ['text', text],
              ] as const)),
        ]),
      ],
    ]);
  };
  return {
    keep(name, exchange) {
      giveUp(all.get(name));
      const kept = { exchange, body: exchange.body, value: undefined };
      all.set(name, kept);
      if (kept.body !== undefined) hold(kept, kept.body);
      for (const old of unread.memory) {
        if (inMemory <= mostInMemory) break;
        giveUp(old);
      }
      for (const old of unread.files) {
        if (unread.files.size <= mostFiles) break;
        giveUp(old);
      }
    },
    find(name) {
      const found = all.get(name);
      if (found !== undefined) found.value ??= asValue(found);
      return found?.value;
    },
    hides: (name) => all.get(name)?.exchange.hides() ?? [],
    isPartial: (name) => all.get(name)?.exchange.isPartial === true,
    taint: (name) => all.get(name)?.exchange.taint,
    time: (name) => all.get(name)?.exchange.time,
  };
}
