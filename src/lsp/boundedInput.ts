import { Transform, type TransformCallback } from 'node:stream';
import { ReqError } from '../base/reqError.ts';

/** Maximum bytes of a header, and of a message. Clients send two header lines, and documents of some megabytes. */
const longestHeader = 16 * 1024;
const longestMessage = 256 * 1024 * 1024;

const headerEnd = '\r\n\r\n';

/**
 * Forwards a session's input until a header or a message is too long. Without it, the message reader would buffer any number of bytes, and
 * scan a header from its start with each chunk.
 */
export class BoundedInput extends Transform {
  readonly #onLimit: (error: ReqError) => void;
  /** The start of a header, one character per byte. */
  #header = '';
  /** Remaining bytes of the message. */
  #bodyLeft = 0;
  #isOver = false;

  /** @param onLimit called once; nothing is forwarded after it */
  constructor(onLimit: (error: ReqError) => void) {
    super();
    this.#onLimit = onLimit;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.#isOver) this.#follow(chunk);
    done(null, this.#isOver ? undefined : chunk);
  }

  #follow(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isOver;) {
      if (this.#bodyLeft > 0) {
        const size = Math.min(this.#bodyLeft, chunk.length - at);
        this.#bodyLeft -= size;
        at += size;
      } else at = this.#readHeader(chunk, at);
    }
  }

  /** Returns the offset after the read bytes. */
  #readHeader(chunk: Buffer, at: number): number {
    const before = this.#header.length;
    this.#header += chunk.toString('latin1', at, at + longestHeader);
    const end = this.#header.indexOf(headerEnd, Math.max(0, before - headerEnd.length));
    if (end < 0) {
      if (this.#header.length > longestHeader) this.#stop(`The header of a message is longer than ${longestHeader / 1024} KiB.`);
      return Math.min(chunk.length, at + longestHeader);
    }
    const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(this.#header.slice(0, end))?.[1];
    if (length === undefined) this.#stop('The header of a message has no Content-Length.');
    else if (Number(length) > longestMessage)
      this.#stop(`A message is ${length} bytes long, and the limit is ${longestMessage / 1024 / 1024} MiB.`);
    this.#bodyLeft = Number(length);
    this.#header = '';
    return at + end + headerEnd.length - before;
  }

  #stop(message: string): void {
    this.#isOver = true;
    this.#onLimit(new ReqError('usage', message, { hint: 'Standard input must be messages of the Language Server Protocol.' }));
  }
}
