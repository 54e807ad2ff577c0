import type { Value } from '../base/value.ts';
import { jsonOrText } from '../base/json.ts';
import { valueToText } from '../base/value.ts';
import type { ExchangeStore, Header } from '../language/index.ts';

/** One exchange as `{{name.response…}}` reaches it. */
export interface FinishedExchange {
  /** When it had come, milliseconds since 1970. */
  readonly time: number;
  /** Secrets that went into it, and those that scripts found in its answer. */
  readonly hides: readonly string[];
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly Header[]; readonly body: string };
  readonly response: { readonly status: number; readonly statusText: string; readonly headers: readonly Header[] };
  /** The response's body, read when it is first asked for; undefined where it was not kept. */
  readonly text: () => string | undefined;
  /** The body is not wanted any more. */
  readonly release?: () => void;
}

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

export function memoryExchanges(): Exchanges {
  const all = new Map<string, { readonly exchange: FinishedExchange; value: Value | undefined }>();
  const asValue = (exchange: FinishedExchange): Value => {
    const { request, response, text: read } = exchange;
    const text = read();
    exchange.release?.();
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
          ...(text === undefined
            ? []
            : ([
                ['body', jsonOrText(text)],
                ['text', text],
              ] as const)),
        ]),
      ],
    ]);
  };
  return {
    keep(name, exchange) {
      all.get(name)?.exchange.release?.();
      all.set(name, { exchange, value: undefined });
    },
    find(name) {
      const found = all.get(name);
      // Bodies are read when first asked for.
      if (found !== undefined) found.value ??= asValue(found.exchange);
      return found?.value;
    },
    hides: (name) => all.get(name)?.exchange.hides ?? [],
    time: (name) => all.get(name)?.exchange.time,
  };
}
