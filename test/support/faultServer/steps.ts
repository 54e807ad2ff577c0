/** What a faulty server does on one connection, step by step. */
export type Step =
  /** Bytes to send, text as UTF-8. */
  | string
  | Buffer
  /** Waits for a request, with its body where it has a Content-Length or is chunked. */
  | { readonly do: 'request' }
  /** Waits for the head of a request; its body, if there is one, counts for the next `request`. */
  | { readonly do: 'head' }
  /** Waits for a request, and the connection is reset where its head lacks the line `name: value`, or the name alone. Cases do not matter. */
  | { readonly do: 'expectHeader'; readonly header: string }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'until'; readonly promise: Promise<unknown> }
  /** Sends byte by byte, each as a packet of its own. */
  | { readonly do: 'bytewise'; readonly bytes: string | Buffer }
  /** Sends the same again and again, never more of it in memory than the other side lets wait. */
  | { readonly do: 'repeat'; readonly bytes: string | Buffer; readonly times: number }
  /** Sends these pieces, each when the one before has left. */
  | { readonly do: 'pieces'; readonly pieces: readonly Buffer[] }
  /** Reads nothing more, so that what the other side sends backs up. */
  | { readonly do: 'stopReading' }
  /** Reads on, but so many bytes every 10 ms at most. */
  | { readonly do: 'readSlowly'; readonly bytes: number }
  /** Answers every request that comes, of all its bytes, with what is returned, bytes or steps; asks for a body where `Expect` waits for that. */
  | { readonly do: 'serve'; readonly answer: (bytes: Buffer) => string | readonly Step[] }
  /** Does nothing more; the connection stays open until somebody closes it. */
  | { readonly do: 'hold' }
  /** Ends the connection's own half. */
  | { readonly do: 'end' }
  /** Resets the connection, when what was sent before has left. */
  | { readonly do: 'reset' };

export const request: Step = { do: 'request' };
export const head: Step = { do: 'head' };
export const end: Step = { do: 'end' };
export const reset: Step = { do: 'reset' };
export const wait = (ms: number): Step => ({ do: 'wait', ms });
export const bytewise = (bytes: string | Buffer): Step => ({ do: 'bytewise', bytes });
