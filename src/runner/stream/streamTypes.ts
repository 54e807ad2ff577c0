import type { StreamEvent } from '../ports/events.ts';

/** An event as the stream's bytes say it; when it came is for the caller to say. */
export type ParsedEvent = Omit<StreamEvent, 'at'>;

export interface StreamListener {
  event(e: ParsedEvent): void;
  /** A comment line of an event stream, without its colon and one space. */
  comment(text: string): void;
}

/** What one connection of an event stream leaves to the next (WHATWG HTML §9.2.3). */
export interface StreamPosition {
  /** Of the next event. */
  readonly index: number;
  /** The last event id: that of the last whole block. */
  readonly id: string;
  /** The last `retry`, in milliseconds. */
  readonly retryMs: number | undefined;
}

export const streamStart: StreamPosition = { index: 0, id: '', retryMs: undefined };

/** Bytes of a stream, cut anywhere, to events. */
export interface StreamParser {
  /** @throws {ReqError} `limit` for an event larger than allowed; those before it have been told, and nothing more is */
  push(bytes: Uint8Array): void;
  /** The stream has ended, well or not: an event that it cut short is told as incomplete. */
  end(): void;
  /** Characters (of NDJSON: bytes) since the last whole event. */
  readonly unfinished: number;
  /** Where a next connection goes on. */
  readonly position: StreamPosition;
}
