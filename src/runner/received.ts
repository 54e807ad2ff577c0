import { Octets } from '../base/octets.ts';
import { ReqError } from '../base/reqError.ts';
import type { Header } from '../language/index.ts';
import type { ResponseHead, StreamEvent, StreamKind } from './events.ts';
import { decodeBody } from './http/charset.ts';
import type { StreamText } from './streamText/streamText.ts';

/** Octets of a body, and UTF-16 units of a stream's events, that are kept for scripts, assertions and other requests. */
const keptLimit = 64 * 1024 * 1024;
/** What an event costs beside its data. */
const eventCost = 100;

/** The response of one run as it grows: what scripts, assertions and other requests look at. */
export class Received {
  head: ResponseHead | undefined;
  /** Set with the head. */
  stream: StreamKind | undefined;
  readonly events: StreamEvent[] = [];
  /** What a stream's events make together. */
  readonly streamText: StreamText | undefined;
  /** Octets of the body so far, those no longer kept included. */
  size = 0;
  readonly #keep: boolean;
  readonly #body = new Octets(keptLimit);
  #eventUnits = 0;

  /**
   * @param keep whether anything may look at the body; if not it is only counted
   * @param streamText takes events, if anything may look at it
   */
  constructor(keep: boolean, streamText: StreamText | undefined) {
    this.#keep = keep;
    this.streamText = streamText;
  }

  push(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.#keep) this.#body.push(bytes);
  }

  /** Events are kept only where something may look at them. */
  keepEvent(event: StreamEvent): void {
    this.streamText?.push(event);
    if (!this.#keep) return;
    if (this.#eventUnits > keptLimit) return;
    this.#eventUnits += event.data.length + eventCost;
    if (this.#eventUnits <= keptLimit) this.events.push(event);
  }

  get headers(): readonly Header[] {
    return this.head?.headers ?? [];
  }

  /** Whether more came than is kept. */
  get cut(): boolean {
    return this.#body.cut || this.#eventUnits > keptLimit;
  }

  /** The whole body as text; empty where it was not kept. @throws {ReqError} `limit` where it is too large to be kept whole */
  text(): string {
    if (this.cut)
      throw new ReqError('limit', `The response is larger than the ${keptLimit >> 20} MiB that scripts and assertions can look at.`, {
        hint: 'What came is shown. End a stream earlier with # @max-events or # @max-time.',
      });
    return decodeBody(this.#body.bytes(), this.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]);
  }
}
