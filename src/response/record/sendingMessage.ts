import type { ToPanel } from '../../protocol/messages.ts';
import type { RunEvent } from '../../runner/index.ts';

/** What goes out, as the page is told. */
export function sendingMessage(runId: string, { at, request }: Extract<RunEvent, { readonly kind: 'sending' }>): ToPanel {
  const { method, url, wireUrl, headers, added, head, bodyText, bodySize } = request;
  return {
    type: 'sending',
    runId,
    at,
    ...(head === undefined ? {} : { head }),
    method,
    url,
    wireUrl,
    httpVersion: `HTTP/${request.httpVersion}`,
    headers,
    added,
    bodyText: bodyText ?? null,
    bodySize: bodySize ?? null,
  };
}
