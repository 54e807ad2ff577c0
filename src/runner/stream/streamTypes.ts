import type { StreamEvent } from '../ports/events.ts';

/** A parsed event; the caller adds the time. `pieces` as in the event of a run. */
export type ParsedEvent = Omit<StreamEvent, 'at'> & { readonly pieces?: readonly string[] };

export interface StreamListener {
  event(e: ParsedEvent): void;
  /** @param text a comment line of an event stream, without colon and one space */
  comment(text: string): void;
}

/** State that a reconnection of an event stream continues from (WHATWG HTML §9.2.3). */
export interface StreamPosition {
  readonly index: number;
  /** Last event ID, from complete blocks. */
  readonly id: string;
  /** Last `retry`, in milliseconds. */
  readonly retryMs: number | undefined;
}

export const streamStart: StreamPosition = { index: 0, id: '', retryMs: undefined };

/** Parses the bytes of a stream, in pieces cut anywhere, into events. */
export interface StreamParser {
  /** @throws {ReqError} `limit` for an event that is too large; earlier events have been reported, later ones are not */
  push(bytes: Uint8Array): void;
  /** Ends the stream. Reports an event that was cut short as incomplete. */
  end(): void;
  /** Characters (NDJSON and JSON sequences: bytes) since the last complete event. */
  readonly unfinished: number;
  readonly position: StreamPosition;
}
