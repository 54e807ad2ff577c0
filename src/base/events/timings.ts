/** Durations of consecutive phases in milliseconds. A skipped phase is 0: a reused connection has no dns, connect and tls. */
export interface Timings {
  /** Until a connection is opened or reused. */
  readonly queue: number;
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** Until the whole request is written. */
  readonly send: number;
  /** From the end of `send` to the first byte of the response. */
  readonly firstByte: number;
  readonly download: number;
  readonly total: number;
}

/** Timings of a run that sends nothing. */
export const noTimings: Timings = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
