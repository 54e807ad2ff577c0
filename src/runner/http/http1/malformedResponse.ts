/** What a server sent is no response of HTTP/1.1, or does not say plainly where its body ends. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
  readonly what: 'syntax' | 'framing';
  /** What is wrong. */
  readonly reason: string;
  /** The number, from 1, of the octet of the answer that is wrong. */
  readonly octet: number;

  constructor(reason: string, octet: number, what: 'syntax' | 'framing' = 'syntax') {
    super(reason);
    this.reason = reason;
    this.octet = octet;
    this.what = what;
  }
}
