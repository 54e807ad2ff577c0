import { Readable } from 'node:stream';
import type { ResolvedRequest } from '../../../language/index.ts';

/** How long to wait for `100 Continue` before sending the body anyway (RFC 9110 §10.1.1). */
const patienceMs = 1000;

/** Whether a request's body waits for `100 Continue`, which HTTP/1.0 does not have. */
export function waitsForContinue({ headers, httpVersion }: ResolvedRequest): boolean {
  return httpVersion !== '1.0' && headers.some(([name, value]) => /^expect$/i.test(name) && /^100-continue$/i.test(value.trim()));
}

/** Delays a body until the server sends `100 Continue` or the wait times out. */
export class Expectation {
  readonly #settled: Promise<boolean>;
  #settle: ((wanted: boolean) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
  }

  /** The body as a stream that starts when the wait ends; it never starts if the body is not wanted. */
  hold(bytes: Buffer | Readable): Readable {
    return Readable.from(this.#held(bytes), { objectMode: false });
  }

  /** Starts the wait, once the head is sent. */
  begin(): void {
    this.#timer ??= setTimeout(() => this.end(true), patienceMs).unref();
  }

  /** @param wanted false if the final response arrived first, so the body is not sent */
  end(wanted: boolean): void {
    clearTimeout(this.#timer);
    this.#settle?.(wanted);
  }

  async *#held(bytes: Buffer | Readable): AsyncGenerator<Uint8Array> {
    const wanted = await this.#settled;
    // Never end the stream: that would send an empty body. The upload is aborted when the response is complete.
    if (!wanted) await new Promise<never>(() => undefined);
    if (Buffer.isBuffer(bytes)) yield bytes;
    else yield* bytes as AsyncIterable<Uint8Array>;
  }
}
