import type { StreamEvent } from '../events.ts';

/** An event as the stream's octets say it; when it came is for the caller to say. */
export type ParsedEvent = Omit<StreamEvent, 'at'>;

export interface StreamListener {
  event(e: ParsedEvent): void;
  /** A comment line of an event stream, without its colon and one space. */
  comment(text: string): void;
}

/** Octets of a stream, cut anywhere, to events. */
export interface StreamParser {
  /** @throws {ReqError} `limit` for an event larger than allowed; those before it have been told, and nothing more is */
  push(bytes: Uint8Array): void;
  /** The stream has ended, well or not: an event that it cut short is told as incomplete. */
  end(): void;
}
