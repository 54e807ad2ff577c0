import type { StreamEvent } from '../../base/events/streamEvent.ts';
import type { Timings } from '../../base/events/timings.ts';
import type { StreamKind } from '../../base/events/streamKind.ts';
import type { Failure } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { ConnectionInfo } from './connectionInfo.ts';
import type { BodyPart, Header, Substitution } from '../../language/index.ts';

export type { StreamEvent, Timings };

export interface SentRequest {
  readonly method: string;
  /** As resolved, before percent-encoding. */
  readonly url: string;
  /** As on the wire. */
  readonly wireUrl: string;
  readonly httpVersion: string;
  /** All headers in wire order and case. */
  readonly headers: readonly Header[];
  /** Lower-case names of the headers that Req added. */
  readonly added: readonly string[];
  /** Names, as written, of headers that are not sent because this HTTP version does not allow them. */
  readonly dropped: readonly string[];
  /** Request line and headers up to the empty line, as sent; undefined for HTTP/2, which has no text form. */
  readonly head: string | undefined;
  /** Undefined if there is no body, or it is a file or not text. */
  readonly bodyText: string | undefined;
  /** Size of the body in bytes; undefined if it is known only after sending. */
  readonly bodySize: number | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** As received: order, case and repetition. */
  readonly headers: readonly Header[];
}

/** A redirect that is followed, with the exchange that it ended. */
export interface Redirect {
  readonly status: number;
  readonly url: string;
  /** Absolute target URL, including the effective fragment. */
  readonly location: string;
  readonly method: string;
  /** Names of the author's headers that the next request does not have. */
  readonly dropped: readonly string[];
  /** Warnings for the user, one sentence each. */
  readonly warnings: readonly string[];
  readonly headers: readonly Header[];
  readonly address: string;
  readonly reused: boolean;
  readonly timings: Timings;
}

/** Bytes. */
export interface Sizes {
  readonly headers: number;
  /** As received, after removing chunked framing. */
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
  /** Set if it is not the request's file. */
  readonly file?: string;
  /** Both sides of a failed comparison as text; objects have one member per line. */
  readonly expected?: string;
  readonly actual?: string;
  /** The places that do not conform to a schema. */
  readonly places?: readonly FailurePlace[];
  /** Name of the nested request that the test belongs to; `name` begins with it. */
  readonly request?: string;
  /** The checks against an OpenAPI document. */
  readonly contract?: ContractFact;
  /** The test reads a secret or a value of the process's environment, so its result is hidden from agents. */
  readonly secret?: true;
}

/** A value that does not conform, with the part of the schema, or an event that failed. The texts are parts of the message. */
export interface FailurePlace {
  /** `body.users[0].age`, `event 3`. */
  readonly path: string;
  /** Normalized JSONPath of the value in the body; undefined if it is not in the body. */
  readonly inBody?: string;
  /** Number of the event that contains the value, from 0. */
  readonly event?: number;
  /** `./user.schema.json#/properties/age/type`; empty without a schema. */
  readonly location: string;
  /** The file of the schema, absolute, and a JSON pointer in it; undefined for a schema on the line. */
  readonly schema?: { readonly file: string; readonly pointer: string };
}

/** A response that was checked against an operation. */
export interface ContractFact {
  /** Absolute path of the document. */
  readonly document: string;
  /** `GET /users/{id}`. */
  readonly operation: string;
  /** The documented status: `200`, `2XX`, `default`; undefined if the received one is not documented. */
  readonly status: string | undefined;
  /** The documented parameters that the request has: `query limit`. */
  readonly parameters: readonly string[];
}

/** Duration of scripts and assertions. Time that a script waits for requests it sends is included. */
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

/** A nested request, sent by `@ref` or by `tool.send`. */
export interface NeededRequest {
  readonly name: string;
  readonly by: 'ref' | 'script';
  /** Status code and reason phrase; empty if there was no response. */
  readonly status: string;
  /** Milliseconds since the run started. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface Substituted extends Omit<Substitution, 'range'> {
  /** The placeholder's line, from 1; undefined if it is not in the request's file. */
  readonly line: number | undefined;
}

/** A failed attempt that `@retry` repeats. */
export interface Retry {
  /** A sentence. */
  readonly reason: string;
  /** Null if there was no response. */
  readonly status: number | null;
  /** From 1. */
  readonly attempt: number;
  /** Remaining attempts. */
  readonly left: number;
  /** Milliseconds until the next attempt. */
  readonly delayMs: number;
  readonly timings: Timings;
}

export type Outcome =
  /** A whole response. */
  | 'complete'
  /** A stream was ended by max-events, max-time or a script. */
  | 'ended'
  | 'cancelled'
  | 'failed';

/**
 * Events of a run, in order. Panel, command, reports and tests are folds over them.
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
  /** A prompt was shown or answered. `at` is paused meanwhile. */
  | { readonly kind: 'asking'; readonly at: number; readonly isAsked: boolean }
  /** `body` is that of the resolved request, before any redirect: text and files in order. */
  | { readonly kind: 'sending'; readonly at: number; readonly request: SentRequest; readonly body: readonly BodyPart[] }
  | { readonly kind: 'connected'; readonly at: number; readonly info: ConnectionInfo; readonly reused: boolean }
  /** Progress of a large body in bytes: periodically, and at its end. */
  | { readonly kind: 'uploading'; readonly at: number; readonly sent: number; readonly total: number }
  | { readonly kind: 'informational'; readonly at: number; readonly head: ResponseHead }
  | (Redirect & { readonly kind: 'redirect'; readonly at: number })
  | {
      readonly kind: 'head';
      readonly at: number;
      readonly head: ResponseHead;
      readonly stream: StreamKind | undefined;
      /** The body is text of unknown length, which may be shown while it arrives. */
      readonly isLiveText?: true;
      readonly charset: string | undefined;
    }
  /** Trailer fields (RFC 9110 §6.5), as received. */
  | { readonly kind: 'trailers'; readonly at: number; readonly headers: readonly Header[] }
  /** Decoded bytes of the body, streams included. */
  | { readonly kind: 'chunk'; readonly at: number; readonly bytes: Uint8Array }
  /** `pieces`: the data of a large event in pieces, in which it can be printed without joining it. */
  | { readonly kind: 'event'; readonly at: number; readonly event: StreamEvent; readonly pieces?: readonly string[] | undefined }
  /** The connection of an event stream ended; the next attempt starts in `delayMs`. Events and chunks may follow. */
  | {
      readonly kind: 'reconnecting';
      readonly at: number;
      readonly reason: string;
      readonly delayMs: number;
      /** Value of the `Last-Event-ID` header; empty if it is not sent. */
      readonly lastEventId: string;
    }
  /** The stream continues on a new connection. */
  | { readonly kind: 'reconnected'; readonly at: number; readonly head: ResponseHead }
  /** No response, or one that may be temporary: the request is sent again in `delayMs` (`@retry`). No events are emitted for that response. */
  | (Retry & { readonly kind: 'retrying'; readonly at: number })
  /** The server requires credentials, and the request is sent again with them. */
  | { readonly kind: 'challenged'; readonly at: number; readonly status: number; readonly timings: Timings }
  /** The response is complete, and the scripts after it begin. */
  | { readonly kind: 'checking'; readonly at: number }
  /** Emitted when the script or assertions have ended. */
  | (ScriptTiming & { readonly kind: 'script'; readonly at: number })
  | (NeededRequest & { readonly kind: 'needed'; readonly at: number })
  /** Values of placeholders, emitted before the request is sent. `more` counts those left out of the list. */
  | { readonly kind: 'substituted'; readonly at: number; readonly substitutions: readonly Substituted[]; readonly more: number }
  | { readonly kind: 'comment'; readonly at: number; readonly text: string }
  /** `isOwn`: an important warning of Req about the response. */
  | {
      readonly kind: 'console';
      readonly at: number;
      readonly level: ConsoleLevel;
      readonly text: string;
      readonly isOwn?: true;
      /** Why cookies of the response are not stored; equal reasons have equal text. */
      readonly cookies?: string;
      readonly place?: ConsolePlace;
      /** The arguments, if any is an object: an array of `EncodedValue`s as JSON. */
      readonly values?: string;
    }
  | { readonly kind: 'test'; readonly at: number; readonly result: TestResult }
  | { readonly kind: 'variables'; readonly at: number; readonly set: ReadonlyMap<string, Value>; readonly deleted: readonly string[] }
  /** Always last. `failure` is set for failed and cancelled; earlier events stay valid. */
  | {
      readonly kind: 'finished';
      readonly at: number;
      readonly outcome: Outcome;
      readonly failure: Failure | undefined;
      readonly timings: Timings;
      readonly sizes: Sizes;
    };
