/** What a server sent is no response of HTTP/1.1, or does not say plainly where its body ends. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
  readonly what: 'syntax' | 'framing';
  /** What is wrong. */
  readonly reason: string;
  /** The number, from 1, of the byte of the answer that is wrong. */
  readonly byte: number;

  constructor(reason: string, byte: number, what: 'syntax' | 'framing' = 'syntax') {
    super(reason);
    this.reason = reason;
    this.byte = byte;
    this.what = what;
  }
}
