import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/value.ts';
import type { ConnectionInfo } from './connectionInfo.ts';
import type { BodyPart, Header, Substitution } from '../../language/index.ts';

/** What a response is, known at its head. */
export type StreamKind = 'sse' | 'ndjson';

/** One event of a stream, as it stood on the wire. `data` is never parsed and printed again. */
export interface StreamEvent {
  /** From 0, in order of arrival. */
  readonly index: number;
  /** Milliseconds since the run started. */
  readonly at: number;
  /** The `event` field, `message` where there is none. NDJSON lines are `message`. */
  readonly event: string;
  readonly data: string;
  /** The last event id in force (WHATWG HTML §9.2.6), empty where none was set. */
  readonly id: string;
  /** The `retry` field of this block, in milliseconds. */
  readonly retry: number | null;
  /** False for a last block that the stream's end cut short. */
  readonly complete: boolean;
}

/** Exactly what went out. */
export interface SentRequest {
  readonly method: string;
  /** As resolved, with the spaces the author sees. */
  readonly url: string;
  /** As on the wire. */
  readonly wireUrl: string;
  readonly httpVersion: string;
  /** All headers in wire order and case. */
  readonly headers: readonly Header[];
  /** Lower-cased names of those that Req added. */
  readonly added: readonly string[];
  /** Names of headers that the version of HTTP has no place for, as the author wrote them: they are not sent. */
  readonly dropped: readonly string[];
  /** Request line and headers to the empty line, as they leave; undefined for HTTP/2, which has no text for them. */
  readonly head: string | undefined;
  /** Body text, or undefined where it is none, a file or not text. */
  readonly bodyText: string | undefined;
  /** Bytes of the body; undefined where only sending will tell. */
  readonly bodySize: number | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** As received: order, case and repetition. */
  readonly headers: readonly Header[];
}

/** Milliseconds, of phases that follow each other. Zero where one did not happen (a reused connection has no dns, connect and tls). */
export interface Timings {
  /** Until a connection is made, or one is there. */
  readonly queue: number;
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** Until all of the request has left. */
  readonly send: number;
  /** From then to the first byte of the answer. */
  readonly firstByte: number;
  readonly download: number;
  readonly total: number;
}

/** A redirect that is followed, and the exchange that brought it. */
export interface Redirect {
  readonly status: number;
  /** What was answered so, as on the wire. */
  readonly url: string;
  /** Where it leads: absolute, with the fragment that is in force. */
  readonly location: string;
  /** Of the request that follows. */
  readonly method: string;
  /** Names of the author's headers that do not go along. */
  readonly dropped: readonly string[];
  /** What a person should know of it, a sentence each. */
  readonly warnings: readonly string[];
  /** Of the answer, as received. */
  readonly headers: readonly Header[];
  readonly address: string;
  readonly reused: boolean;
  readonly timings: Timings;
}

/** Bytes. */
export interface Sizes {
  readonly headers: number;
  /** As it came over the wire, after removing chunked framing. */
  readonly body: number;
  /** After removing content codings. */
  readonly bodyDecoded: number;
}

export type ConsoleLevel = 'log' | 'info' | 'warn' | 'error';

export interface ConsolePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string | null;
  /** Line in the file, from 1. */
  readonly line?: number;
  /** The file, where it is not that of the request. */
  readonly file?: string;
  /** What was compared, where a comparison failed: each as text, an object a member a line. */
  readonly expected?: string;
  readonly actual?: string;
  /** The request that ran for this one, whose test it is: `name` begins with it. */
  readonly request?: string;
  /** It looks at a secret or at a value of the process's environment: agents are not told whether it passed. */
  readonly secret?: true;
}

/** What Req did beside the exchange, and how long: scripts (waiting for requests that they send counts), assertions. */
export interface ScriptTiming {
  readonly phase: 'pre-request' | 'response' | 'assertions';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Milliseconds since the run started. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** A request that ran for this one, by `@ref` or by `tool.send`. */
export interface NeededRequest {
  readonly name: string;
  readonly by: 'ref' | 'script';
  /** Number and reason; empty where nothing was answered. */
  readonly status: string;
  /** Milliseconds since the run started. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
}

/** What a placeholder became. */
export interface Substituted extends Omit<Substitution, 'range'> {
  /** Of the placeholder, from 1; undefined where it does not stand in the request's file. */
  readonly line: number | undefined;
}

/** A try of `@retry` that came to nothing. */
export interface Retry {
  /** Why, a sentence. */
  readonly reason: string;
  /** Null where nothing was answered. */
  readonly status: number | null;
  /** From 1. */
  readonly attempt: number;
  /** How many follow at most. */
  readonly left: number;
  /** Milliseconds until the next. */
  readonly delayMs: number;
  readonly timings: Timings;
}

/** How a run ended. */
export type Outcome =
  /** A whole response. */
  | 'complete'
  /** A stream ended as asked by max-events, max-time or a script. */
  | 'ended'
  | 'cancelled'
  | 'failed';

/**
 * What happens while a request runs, in order. Panel, command, reports and tests are folds over it.
 * `at` is milliseconds since the run started.
 */
export type RunEvent =
  | {
      readonly kind: 'started';
      readonly at: number;
      readonly name: string;
      readonly title: string;
      readonly file: string;
      readonly line: number;
      readonly method: string;
      readonly urlTemplate: string;
      readonly time: number;
    }
  /** `body` is the resolved request's: text and files in order, before any redirect. */
  | { readonly kind: 'sending'; readonly at: number; readonly request: SentRequest; readonly body: readonly BodyPart[] }
  | { readonly kind: 'connected'; readonly at: number; readonly info: ConnectionInfo; readonly reused: boolean }
  /** Bytes of a large body that have left, now and then, and when all have. */
  | { readonly kind: 'uploading'; readonly at: number; readonly sent: number; readonly total: number }
  | { readonly kind: 'informational'; readonly at: number; readonly head: ResponseHead }
  | (Redirect & { readonly kind: 'redirect'; readonly at: number })
  | {
      readonly kind: 'head';
      readonly at: number;
      readonly head: ResponseHead;
      readonly stream: StreamKind | undefined;
      readonly charset: string | undefined;
    }
  /** Headers that came after the body (RFC 9110 §6.5), as received. */
  | { readonly kind: 'trailers'; readonly at: number; readonly headers: readonly Header[] }
  /** Decoded bytes of the body, streams included. */
  | { readonly kind: 'chunk'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'event'; readonly at: number; readonly event: StreamEvent }
  /** An event stream's connection is over, and another is tried in `delayMs`. Events and chunks go on after it. */
  | {
      readonly kind: 'reconnecting';
      readonly at: number;
      /** Why the connection is over. */
      readonly reason: string;
      readonly delayMs: number;
      /** What goes out as `Last-Event-ID`; empty where nothing does. */
      readonly lastEventId: string;
    }
  /** The stream goes on over another connection. */
  | { readonly kind: 'reconnected'; readonly at: number; readonly head: ResponseHead }
  /** No answer, or one that may be another soon: the request is sent again in `delayMs` (`@retry`). Nothing of its answer was told. */
  | (Retry & { readonly kind: 'retrying'; readonly at: number })
  /** The server asked for credentials, and the request is sent again with them. */
  | { readonly kind: 'challenged'; readonly at: number; readonly status: number; readonly timings: Timings }
  /** Told when it is over. */
  | (ScriptTiming & { readonly kind: 'script'; readonly at: number })
  | (NeededRequest & { readonly kind: 'needed'; readonly at: number })
  /** What placeholders became, told before the request is sent; `more` have no place in the list. */
  | { readonly kind: 'substituted'; readonly at: number; readonly substitutions: readonly Substituted[]; readonly more: number }
  /** A comment line of an event stream. */
  | { readonly kind: 'comment'; readonly at: number; readonly text: string }
  /** `isOwn`: Req warns of something in the response that nobody may miss. */
  | {
      readonly kind: 'console';
      readonly at: number;
      readonly level: ConsoleLevel;
      readonly text: string;
      readonly isOwn?: true;
      /** Why cookies of the response are not kept; the same text for the same reason. */
      readonly cookies?: string;
      /** Where a script called the console. */
      readonly place?: ConsolePlace;
      /** What it was called with, where objects are among it: an array of `EncodedValue`s as JSON. */
      readonly values?: string;
    }
  | { readonly kind: 'test'; readonly at: number; readonly result: TestResult }
  | { readonly kind: 'variables'; readonly at: number; readonly set: ReadonlyMap<string, Value>; readonly deleted: readonly string[] }
  /** Always last. `failure` for failed and cancelled. What came before it stands. */
  | {
      readonly kind: 'finished';
      readonly at: number;
      readonly outcome: Outcome;
      readonly failure: Failure | undefined;
      readonly timings: Timings;
      readonly sizes: Sizes;
    };
