import { eventUnits } from '../../base/eventUnits.ts';
import { ReqError } from '../../base/reqError.ts';
import { KeptBody } from '../http/exchange/keptBody.ts';
import type { Header } from '../../language/index.ts';
import type { ResponseHead, StreamEvent, StreamKind } from '../ports/events.ts';
import { decodeBody } from '../http/coding/bodyCharset.ts';
import type { StreamText } from '../streamText/streamText.ts';

/** Bytes of a body, and UTF-16 units of a stream's events, that are kept for scripts, assertions and other requests. */
const keptLimit = 64 * 1024 * 1024;

/** The response of one run as it grows: what scripts, assertions and other requests look at. */
export class Received {
  head: ResponseHead | undefined;
  /** Set with the head. */
  stream: StreamKind | undefined;
  readonly events: StreamEvent[] = [];
  /** Complete events so far, those that are not kept included. */
  eventCount = 0;
  /** What a stream's events make together, from the first one on. */
  streamText: StreamText | undefined;
  readonly #keep: boolean;
  readonly #mostEvents: number;
  readonly #body: KeptBody;
  readonly #textOfStream: (() => StreamText) | undefined;
  #eventUnits = 0;

  /**
   * @param keep whether anything may look at the body; if not it is only counted
   * @param textOfStream makes what takes events, if anything may look at it
   * @param body what takes the body for somebody else, who keeps it longer
   * @param mostEvents whole events that anything may look at, from the first; others are only counted
   */
  constructor(
    keep: boolean,
    textOfStream: (() => StreamText) | undefined,
    body: KeptBody | undefined,
    mostEvents = Number.POSITIVE_INFINITY,
  ) {
    this.#keep = keep;
    this.#mostEvents = mostEvents;
    this.#body = body?.share() ?? new KeptBody(keep ? keptLimit : 0);
    this.#textOfStream = textOfStream;
  }

  /** Bytes of the body so far, those that are not kept included. */
  get size(): number {
    return this.#body.received;
  }

  push(bytes: Uint8Array): void {
    this.#body.push(bytes);
  }

  /** Events are kept only where something may look at them, from the first on; all complete ones are counted. */
  keepEvent(event: StreamEvent): void {
    if (event.complete) this.eventCount++;
    this.streamText ??= this.#textOfStream?.();
    this.streamText?.push(event);
    if (!this.#keep) return;
    if (this.#eventUnits > keptLimit) return;
    this.#eventUnits += eventUnits(event);
    if (this.eventCount <= this.#mostEvents && this.#mostEvents > 0 && this.#eventUnits <= keptLimit) this.events.push(event);
  }

  get headers(): readonly Header[] {
    return this.head?.headers ?? [];
  }

  /** Whether more came than can be looked at. */
  get cut(): boolean {
    return this.#body.received > Math.min(keptLimit, this.#body.size) || this.#eventUnits > keptLimit;
  }

  /** The whole body as text; empty where it was not kept. @throws {ReqError} `limit` where it is too large to be looked at whole */
  text(): string {
    const { failure } = this.#body;
    if (failure !== undefined)
      throw new ReqError('limit', `The response could not be kept to be looked at: ${failure}.`, { hint: 'What came is shown.' });
    if (this.cut) throw tooLarge();
    return decodeBody(this.#body.read(0, keptLimit), this.#contentType);
  }

  /** The text that a stream's events make together. @throws {ReqError} `limit` where not all of it is kept */
  joinedText(): string {
    if (this.streamText?.numbers().cut === true) throw tooLarge();
    return this.streamText?.read().text ?? '';
  }

  /** The body for whoever wants it later; undefined where it is too large to be looked at. Nothing else of the response is held by it. */
  forLater(): LaterBody | undefined {
    if (this.cut) return undefined;
    return laterBody(this.#body.share(), this.#contentType);
  }

  get #contentType(): string | undefined {
    return this.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  }

  /** The run is over. */
  release(): void {
    this.#body.release();
  }
}

const tooLarge = (): ReqError =>
  new ReqError('limit', `The response is larger than the ${keptLimit >> 20} MiB that scripts and assertions can look at.`, {
    hint: 'Its status, headers and size can be looked at. End a stream earlier with # @max-events or # @max-time.',
  });

/** A body that is kept after its run. */
export interface LaterBody {
  /** Bytes. */
  readonly size: number;
  /** Whether they lie in a file. */
  readonly isFiled: boolean;
  text(): string;
  /** Called once, when it is not wanted any more. */
  release(): void;
}

function laterBody(body: KeptBody, contentType: string | undefined): LaterBody {
  return {
    size: body.size,
    isFiled: body.isFiled,
    text: () => decodeBody(body.read(0, keptLimit), contentType),
    release: () => body.release(),
  };
}
