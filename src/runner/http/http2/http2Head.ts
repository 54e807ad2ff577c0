import type { Header } from '../../../language/index.ts';
import type { Target } from '../exchange/checkRequest.ts';

/** What belongs to a connection has no place in HTTP/2: RFC 9113 §8.2.2. */
const connectionSpecific = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** A request's headers, ready for HTTP/2. */
export interface Http2Head {
  /** In wire order, `:authority` first; `:method`, `:scheme` and `:path` stand before them. */
  readonly headers: readonly Header[];
  /** Names of headers that HTTP/2 has no place for, as the author wrote them. */
  readonly dropped: readonly string[];
}

/**
 * What HTTP/2 makes of headers (RFC 9113 §8.2, §8.3): names in lower case, `Host` as `:authority`, and none that belong to
 * the connection. Order and repetition stay. Pure.
 * @param headers complete, without those that are taken out
 */
export function toHttp2(headers: readonly Header[], target: Target): Http2Head {
  const dropped: string[] = [];
  const kept: Header[] = [];
  let authority: string | undefined;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'host' && authority === undefined) authority = value;
    else if (lower === 'host' || connectionSpecific.has(lower) || (lower === 'te' && value.trim().toLowerCase() !== 'trailers'))
      dropped.push(name);
    else kept.push([lower, value]);
  }
  return { headers: [[':authority', authority ?? target.host], ...kept], dropped };
}
