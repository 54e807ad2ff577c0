/** What a server sent is no response of HTTP/1.1. */
export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse';
  /** What is wrong; undefined where it does not say plainly where its body ends. */
  readonly reason: string | undefined;
  /** The number, from 1, of the octet of the answer that is wrong. */
  readonly octet: number | undefined;

  constructor(reason: string | undefined, octet?: number) {
    super(reason ?? 'Where its body ends is not plain.');
    this.reason = reason;
    this.octet = octet;
  }
}
