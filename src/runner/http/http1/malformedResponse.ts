/** The received bytes are not an HTTP/1.1 response (`syntax`), or the end of the body is ambiguous (`framing`). */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
  readonly what: 'syntax' | 'framing';
  readonly reason: string;
  /** Position of the wrong byte in the response, from 1. */
  readonly byte: number;

  constructor(reason: string, byte: number, what: 'syntax' | 'framing' = 'syntax') {
    super(reason);
    this.reason = reason;
    this.byte = byte;
    this.what = what;
  }
}
