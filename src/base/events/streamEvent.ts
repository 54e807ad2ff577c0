/** One event of a stream, as received. `data` is never parsed and serialized again. */
export interface StreamEvent {
  /** From 0, in order of arrival. */
  readonly index: number;
  /** Milliseconds since the run started. */
  readonly at: number;
  /** The `event` field; `message` if it is absent, and for NDJSON lines and records of JSON sequences. */
  readonly event: string;
  readonly data: string;
  /** The stream's last event ID (WHATWG HTML §9.2.6); empty if none was set. */
  readonly id: string;
  /** The `retry` field of this block, in milliseconds. */
  readonly retry: number | null;
  /** False for a last block that the end of the stream cut off, and for a record of a JSON sequence that is cut short. */
  readonly complete: boolean;
}
