import { Readable } from 'node:stream';
import type { ResolvedRequest } from '../../../language/index.ts';

/** How long a server may take to say that it wants the body: then it is sent all the same (RFC 9110 §10.1.1). */
const patienceMs = 1000;

/** Whether a request's body waits for `100 Continue`; HTTP/1.0 does not know it. */
export function waitsForContinue({ headers, httpVersion }: ResolvedRequest): boolean {
  return httpVersion !== '1.0' && headers.some(([name, value]) => /^expect$/i.test(name) && /^100-continue$/i.test(value.trim()));
}

/** Holds a body back until the server says `100 Continue`, or nothing for a while. */
export class Expectation {
  readonly #settled: Promise<boolean>;
  #settle: ((wanted: boolean) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#settled = new Promise((resolve) => (this.#settle = resolve));
  }

  /** The body as a stream that begins when it may; never where it is refused. */
  hold(bytes: Buffer | Readable): Readable {
    return Readable.from(this.#held(bytes), { objectMode: false });
  }

  /** The head has gone out: the server's time begins. */
  begin(): void {
    this.#timer ??= setTimeout(() => this.end(true), patienceMs).unref();
  }

  /** @param wanted false where the answer is there, and the body interests nobody */
  end(wanted: boolean): void {
    clearTimeout(this.#timer);
    this.#settle?.(wanted);
  }

  async *#held(bytes: Buffer | Readable): AsyncGenerator<Uint8Array> {
    const wanted = await this.#settled;
    // Not ended: that would be an empty body. What sends it gives up when the answer is whole.
    if (!wanted) await new Promise<never>(() => undefined);
    if (Buffer.isBuffer(bytes)) yield bytes;
    else yield* bytes as AsyncIterable<Uint8Array>;
  }
}
