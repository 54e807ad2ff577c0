// Converts run events to messages for the page. Texts of the response are masked here; the runner has masked the rest.
import type { HeaderPair } from '../../protocol/headerPair.ts';
import type { ToPanel } from '../../protocol/messages.ts';
import type { RunEvent } from '../../runner/index.ts';
import { failureForPage } from './runSteps.ts';

type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: K }>;
type Mask = (text: string) => string;

/** Minimum milliseconds of a wait for the user; a program answers faster. */
const leastWait = 100;

export function startedMessage(runId: string, e: EventOf<'started'>, environment: string | null): ToPanel {
  const { title, name, file, line, method, urlTemplate: url, time } = e;
  return { type: 'started', runId, name: title || name, file, line, method, url, environment, time };
}

/** Milliseconds that a run has waited for the user. @param began `performance.now()` at its start */
const waitedAt = (at: number, began: number): number => performance.now() - began - at;

/** @param began as in `waitedAt` */
export const askingMessage = (runId: string, { at, isAsked }: EventOf<'asking'>, began: number): ToPanel => ({
  type: 'asking',
  runId,
  at,
  waited: waitedAt(at, began),
  isAsked,
});

/** @param began as in `waitedAt` */
export function sendingMessage(runId: string, { at, request }: EventOf<'sending'>, began: number): ToPanel {
  const waited = waitedAt(at, began);
  const { method, url, wireUrl, headers, added, head, bodyText, bodySize } = request;
  return {
    type: 'sending',
    runId,
    at,
    ...(waited > leastWait ? { waited } : {}),
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

export function informationalMessage(runId: string, { head }: EventOf<'informational'>, mask: Mask): ToPanel {
  const { status, statusText, headers } = head;
  return { type: 'informational', runId, status, statusText: mask(statusText), headers: maskedHeaders(headers, mask) };
}

export function redirectMessage(runId: string, e: EventOf<'redirect'>, mask: Mask): ToPanel {
  const { at, status, url, location, dropped, warnings, address, reused, timings } = e;
  const headers = maskedHeaders(e.headers, mask);
  return { type: 'redirect', runId, at, status, url, location, dropped, warnings, headers, address, reused, timings };
}

export function headMessage(runId: string, { at, head, stream }: EventOf<'head'>, mask: Mask): ToPanel {
  const { status, statusText, httpVersion, headers } = head;
  return {
    type: 'head',
    runId,
    at,
    status,
    statusText: mask(statusText),
    httpVersion: `HTTP/${httpVersion}`,
    headers: maskedHeaders(headers, mask),
    stream: stream ?? null,
  };
}

export function finishedMessage(runId: string, { at, outcome, failure, timings, sizes }: EventOf<'finished'>): ToPanel {
  return { type: 'finished', runId, at, outcome, failure: failure === undefined ? null : failureForPage(failure), timings, sizes };
}

export const maskedHeaders = (headers: readonly HeaderPair[], mask: Mask): readonly HeaderPair[] =>
  headers.map(([name, value]) => [mask(name), mask(value)] as const);
