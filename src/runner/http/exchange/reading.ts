import type { Channel } from '../http1/http1Channel.ts';
import type { Flow } from '../coding/decode.ts';

/**
 * Milliseconds of processing received bytes before other tasks may run. Without a pause, Node.js reads up to 2 MB from a fast server before
 * it checks for signals: tens of thousands of events.
 */
const mostAtOnce = 5;

/** Target milliseconds for processing one piece, which determines its number of bytes. */
const pieceMs = 1;
const smallestPiece = 4 * 1024;
const firstPiece = 16 * 1024;

/** Passes the received bytes of a channel to `work`. Pauses the channel while the decoder is full, and briefly after long work. */
export class Reading implements Flow {
  readonly #channel: Pick<Channel, 'pause' | 'resume'>;
  readonly #work: (bytes: Buffer) => void;
  readonly #waiting: Buffer[] = [];
  #pieceSize = firstPiece;
  #workedMs = 0;
  #isFull = false;
  #isResting = false;
  /** Once the exchange is over, another one may be using the connection. */
  #isOver = false;
  #drained: (() => void) | undefined;

  /** @param work may not throw */
  constructor(channel: Pick<Channel, 'pause' | 'resume'>, work: (bytes: Buffer) => void) {
    this.#channel = channel;
    this.#work = work;
  }

  push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    if (!this.#isResting) this.#run();
  }

  pause(): void {
    this.#isFull = true;
    this.#update();
  }

  resume(): void {
    this.#isFull = false;
    this.#update();
  }

  /** Stops pausing and resuming the channel. Resolves when all received bytes are processed. */
  async end(): Promise<void> {
    this.#isOver = true;
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  /** Drops the pending bytes. */
  destroy(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    this.#drained?.();
  }

  #run(): void {
    for (let bytes = this.#waiting.shift(); bytes !== undefined; bytes = this.#waiting.shift()) {
      const isWhole = bytes.length <= this.#pieceSize;
      if (!isWhole) this.#waiting.unshift(bytes.subarray(this.#pieceSize));
      this.#measured(isWhole ? bytes : bytes.subarray(0, this.#pieceSize));
      if (this.#workedMs >= mostAtOnce) return this.#rest();
    }
    this.#drained?.();
  }

  #measured(piece: Buffer): void {
    const since = performance.now();
    this.#work(piece);
    const took = performance.now() - since;
    this.#workedMs += took;
    if (took > pieceMs) this.#pieceSize = Math.max(smallestPiece, Math.floor(this.#pieceSize / 2));
    else if (piece.length === this.#pieceSize) this.#pieceSize *= 2;
  }

  #rest(): void {
    this.#workedMs = 0;
    this.#isResting = true;
    this.#update();
    setImmediate(() => {
      this.#isResting = false;
      this.#run();
      this.#update();
    });
  }

  #update(): void {
    if (this.#isOver) return;
    if (this.#isFull || this.#isResting) this.#channel.pause();
    else this.#channel.resume();
  }
}
