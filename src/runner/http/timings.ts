import type { Timings } from '../events.ts';
import type { Opening } from './connect.ts';

/** Adds up the phases of an exchange over all its redirects, in milliseconds. */
export class Stopwatch {
  readonly #started = performance.now();
  #sum = { dns: 0, connect: 0, tls: 0, firstByte: 0, download: 0 };
  /** When the request at hand began to go out, and the first octet of its response came. */
  #sentAt: number | undefined;
  #firstByteAt: number | undefined;

  /** A request begins to go out; undefined for a connection that was there. */
  connected(opening: Opening | undefined): void {
    this.#sentAt = performance.now();
    if (opening?.connected === undefined) return;
    const { started, lookedUp = started, connected, secured = connected } = opening;
    this.#sum.dns += lookedUp - started;
    this.#sum.connect += connected - lookedUp;
    this.#sum.tls += secured - connected;
  }

  /** The response has begun. */
  responded(firstByteAt = performance.now()): void {
    this.#firstByteAt ??= firstByteAt;
  }

  /** The response has ended, well or not. */
  ended(): void {
    if (this.#sentAt !== undefined && this.#firstByteAt !== undefined) {
      this.#sum.firstByte += this.#firstByteAt - this.#sentAt;
      this.#sum.download += performance.now() - this.#firstByteAt;
    }
    this.#sentAt = undefined;
    this.#firstByteAt = undefined;
  }

  timings(): Timings {
    this.ended();
    return { ...this.#sum, total: performance.now() - this.#started };
  }
}
