import type { AssertedQuery, AssertedSelector } from '../../../language/index.ts';
import type { AssertedResponse, ExchangeFacts, SelectedValue } from '../../check/assertedResponse.ts';
import type { ResponseHead, Timings } from '../../ports/events.ts';
import type { Received } from '../exchange/receivedBody.ts';
import type { ScriptResponse } from '../../script/scriptTypes.ts';

/**
 * The response of a run for its assertions and scripts. A class, because V8 creates a separate shape for every object literal with a
 * getter, and retains the getter's closure until the next full garbage collection.
 */
export class ResponseToCheck implements AssertedResponse {
  readonly status: number;
  readonly headers: AssertedResponse['headers'];
  readonly size: number;
  readonly duration: number;
  readonly events: AssertedResponse['events'];
  readonly eventCount: number;
  readonly facts: ExchangeFacts;
  readonly selected: Map<AssertedSelector | AssertedQuery, SelectedValue> = new Map();
  readonly #statusText: string;
  readonly #isStream: boolean;
  readonly #received: Received;
  #text: string | undefined;

  /** @param time milliseconds since the epoch */
  constructor(received: Received, { status, statusText, headers, httpVersion }: ResponseHead, timings: Timings, time: number) {
    this.status = status;
    this.#statusText = statusText;
    this.headers = headers;
    this.#isStream = received.stream !== undefined;
    this.size = received.size;
    this.duration = Math.round(timings.total * 100) / 100;
    this.events = received.events.every((e) => e.complete) ? received.events : received.events.filter((e) => e.complete);
    this.eventCount = received.eventCount;
    this.#received = received;
    const { redirects, trailers, certificate } = received;
    this.facts = { version: `HTTP/${httpVersion}`, timings, redirects, trailers, certificate, time };
  }

  /** Decoded on first use. @throws {ReqError} `limit` if the body exceeds the limit */
  get text(): string {
    return (this.#text ??= this.#received.text());
  }

  /** The joined text of a stream; empty for any other body. @throws {ReqError} `limit` if it exceeds the limit */
  get joinedText(): string {
    return this.#isStream ? this.#received.joinedText() : '';
  }

  get reading(): AssertedResponse['reading'] {
    return this.#isStream ? this.#received.reading() : undefined;
  }

  /** The decoded body. @throws {ReqError} `limit` if it exceeds the limit */
  bytes(): Uint8Array {
    return this.#received.bytes();
  }

  /** Plain data, including the text. @throws {ReqError} `limit` if the text exceeds the limit */
  forScript(): ScriptResponse {
    const { status, headers, text, joinedText, size, duration, events } = this;
    return { status, statusText: this.#statusText, headers, text, ...(this.#isStream ? { joinedText } : {}), size, duration, events };
  }
}
