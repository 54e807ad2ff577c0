/** One step of a faulty server on a connection. */
export type Step =
  /** Bytes to send, text as UTF-8. */
  | string
  | Buffer
  /** Waits for a request, with its body if it has a Content-Length or is chunked. */
  | { readonly do: 'request' }
  /** Waits for the head of a request. Its body, if any, counts for the next `request`. */
  | { readonly do: 'head' }
  /** Waits for a request. Resets the connection if its head lacks the line `name: value`, or the name. Ignores case. */
  | { readonly do: 'expectHeader'; readonly header: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'until'; readonly promise: Promise<unknown> }
  /** Sends byte by byte, each as a packet of its own. */
  | { readonly do: 'bytewise'; readonly bytes: string | Buffer }
  /** Sends the same bytes repeatedly, with no more in memory than backpressure allows. */
  | { readonly do: 'repeat'; readonly bytes: string | Buffer; readonly times: number }
  /** Sends these pieces, each after the one before was sent. */
  | { readonly do: 'pieces'; readonly pieces: readonly Buffer[] }
  /** Stops reading, so that the client's data backs up. */
  | { readonly do: 'stopReading' }
  /** Continues reading, at most that many bytes every 10 ms. */
  | { readonly do: 'readSlowly'; readonly bytes: number }
  /** Answers every request with the returned bytes or steps, computed from its bytes. Answers `Expect` with 100 Continue. */
  | { readonly do: 'serve'; readonly answer: (bytes: Buffer) => string | readonly Step[] }
  /** Does nothing more. The connection stays open until the client or the test closes it. */
  | { readonly do: 'hold' }
  /** Ends its side of the connection. */
  | { readonly do: 'end' }
  /** Resets the connection after all previous data was sent. */
  | { readonly do: 'reset' };

export const request: Step = { do: 'request' };
export const head: Step = { do: 'head' };
export const end: Step = { do: 'end' };
export const reset: Step = { do: 'reset' };
export const wait = (ms: number): Step => ({ do: 'wait', ms });
export const bytewise = (bytes: string | Buffer): Step => ({ do: 'bytewise', bytes });
