import type { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedSelector, Header } from '../../language/index.ts';
import type { CertificateInfo } from '../ports/connectionInfo.ts';
import type { FailurePlace, Redirect, StreamEvent, Timings } from '../ports/events.ts';
import type { StreamReading } from '../streamText/streamTextTypes.ts';

/** The exchange around a response, for assertions. */
export interface ExchangeFacts {
  /** `HTTP/1.1`. */
  readonly version: string;
  readonly timings: Timings;
  readonly redirects: readonly Redirect[];
  readonly trailers: readonly Header[];
  /** The server's own certificate; undefined without TLS. */
  readonly certificate: CertificateInfo | undefined;
  /** Milliseconds since the epoch, when the response was complete. */
  readonly time: number;
}

export interface AssertedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly text: string;
  /** Bytes of the decoded body. */
  readonly size: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The first complete events of a stream, up to the memory limit. */
  readonly events: readonly StreamEvent[];
  /** Number of all complete events of the stream, kept or not. */
  readonly eventCount: number;
  /** A stream's joined text. @throws {ReqError} `limit` if it exceeds the memory limit */
  readonly joinedText: string;
  /**
   * The text, tool calls and usage in a stream of a language model; undefined for any other response.
   * @throws {ReqError} `limit`
   */
  readonly reading: StreamReading | undefined;
  readonly facts: ExchangeFacts;
  /** The results of selectors, and of JSONPaths that can select several values, or why they failed. */
  readonly selected?: ReadonlyMap<AssertedSelector | AssertedQuery, SelectedValue>;
}

export type SelectedValue = { readonly found: true; readonly value: Value } | { readonly found: false; readonly why: string } | ReqError;

export interface AssertionResult {
  readonly passed: boolean;
  readonly message: string | null;
  /** Both sides of a failed `==`: strings unchanged, other values as JSON with one member per line. */
  readonly expected?: string;
  readonly actual?: string;
  /** The places that do not conform to a schema. */
  readonly places?: readonly FailurePlace[];
}
