import type { Header } from '../language/index.ts';
import type { ResponseHead, StreamEvent, StreamKind } from './events.ts';

/** The response of one run as it grows: what scripts, assertions and other requests look at. */
export class Received {
  head: ResponseHead | undefined;
  stream: StreamKind | undefined;
  charset: string | undefined;
  readonly events: StreamEvent[] = [];
  size = 0;
  readonly #keep: boolean;
  #chunks: Uint8Array[] = [];

  /** @param keep whether anything will look at the body; if not it is only counted */
  constructor(keep: boolean) {
    this.#keep = keep;
  }

  push(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.#keep) this.#chunks.push(bytes);
  }

  /** Events are kept only where something will look at them. */
  keepEvent(event: StreamEvent): void {
    if (this.#keep) this.events.push(event);
  }

  get headers(): readonly Header[] {
    return this.head?.headers ?? [];
  }

  /** The whole body, decoded. */
  bytes(): Uint8Array {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? new Uint8Array();
  }
}
