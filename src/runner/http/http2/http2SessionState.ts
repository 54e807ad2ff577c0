/** GOAWAY of a connection (RFC 9113 §6.8). */
export interface Goodbye {
  readonly code: number;
  /** Streams with higher numbers were not processed. */
  readonly lastStreamId: number;
}

export interface Http2SessionState {
  readonly goodbye: Goodbye | undefined;
  readonly error: Error | undefined;
  /** Whether the server's SETTINGS arrived, which proves that it speaks HTTP/2 (RFC 9113 §3.4). */
  readonly isGreeted: boolean;
  readonly isLost: boolean;
}
