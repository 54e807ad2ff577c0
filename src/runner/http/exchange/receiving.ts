import { ReqError } from '../../../base/reqError.ts';
import type { ResponseHead, Sizes } from '../../ports/events.ts';
import type { Header, ResolvedRequest } from '../../../language/index.ts';
import { maxInformationals } from './headerLimits.ts';
import type { Channel } from '../http1/http1Channel.ts';
import { contentTypeFacts } from '../coding/contentTypeFacts.ts';
import { createDecoder, type Decoder } from '../coding/decode.ts';
import type { Guard } from './timeLimits.ts';
import { redirectTarget } from './redirects.ts';
import { Reading } from './reading.ts';
import type { ExchangeListener } from './exchangeTypes.ts';

/** Bytes and time to spend on reading a discarded body, so that its connection can be reused. */
const drainBytes = 64 * 1024;
const drainMs = 250;

export type CountedSizes = { -readonly [K in keyof Sizes]: Sizes[K] };

export interface ReceivingInput {
  readonly request: ResolvedRequest;
  readonly channel: Channel;
  readonly listener: ExchangeListener;
  readonly guard: Guard;
  readonly sizes: CountedSizes;
  /** Limit of decoded body bytes; 0 is no limit. */
  readonly maxBodySize: number;
  /** Whether the request will be sent again because of this response, which is then discarded. */
  readonly asks: (head: ResponseHead) => boolean;
}

/** Decodes, counts, limits and reports one response. Discards it if it is a redirect to follow or the request is sent again. */
export class Receiving {
  head: ResponseHead | undefined;
  location: string | undefined;
  /** `asks` returned true: the request is sent again. */
  again = false;
  readonly #input: ReceivingInput;
  readonly #reading: Reading;
  #decoder: Decoder | undefined;
  #trailers: readonly Header[] = [];
  #informationals = 0;
  #drained = 0;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(input: ReceivingInput) {
    this.#input = input;
    this.#reading = new Reading(input.channel, (bytes) => this.#guarded(() => this.#decoder?.push(bytes)));
  }

  informational(head: ResponseHead): void {
    this.#guarded(() => {
      this.#informationals++;
      if (this.#informationals > maxInformationals) {
        throw new ReqError('limit', `The server sent more than ${maxInformationals} informational responses (1xx) and no other.`);
      }
      this.#input.listener.informational(head);
    });
  }

  begin(head: ResponseHead, size: number): void {
    this.#guarded(() => {
      const { request, channel, listener, guard, sizes, asks } = this.#input;
      this.head = head;
      this.again = asks(head);
      const target = request.options.followRedirects ? redirectTarget(head, request) : undefined;
      if (target?.kind === 'place') this.location = target.url;
      if (this.#isPassing) {
        this.#drainTimer = setTimeout(() => channel.destroy(new Error('the body of the redirect takes too long')), drainMs);
        return;
      }
      sizes.headers = size;
      guard.headReceived();
      const { stream, charset, warning } = contentTypeFacts(headerOf(head, 'content-type'));
      listener.head(head, stream, charset);
      this.#decoder = createDecoder(
        headerOf(head, 'content-encoding') ?? '',
        (bytes) => this.#guarded(() => this.#emit(bytes)),
        (error) => guard.stop(error),
        this.#reading,
      );
      const warnings = [target?.kind === 'nowhere' ? target.why : undefined, this.#decoder.warning, warning];
      for (const text of warnings) if (text !== undefined) listener.warn(text);
    });
  }

  /** Bytes of the body, before content decoding. */
  data(chunk: Buffer): void {
    this.#guarded(() => {
      if (this.#isPassing) {
        this.#drained += chunk.length;
        if (this.#drained > drainBytes) this.#input.channel.destroy(new Error('the body of the redirect is too long'));
        return;
      }
      this.#input.sizes.body += chunk.length;
      this.#input.guard.chunkReceived();
      this.#reading.push(chunk);
    });
  }

  /** Reported by `end`, after the body. */
  trailers(headers: readonly Header[]): void {
    this.#trailers = headers;
  }

  /**
   * Ends the body and resolves when all of it is decoded and reported.
   * @param whole false if the body was cut short
   * @throws {ReqError} `protocol` if it cannot be decoded
   */
  async end(whole: boolean): Promise<void> {
    clearTimeout(this.#drainTimer);
    await this.#reading.end();
    await this.#decoder?.end(whole);
    const trailers = this.#trailers;
    if (trailers.length > 0 && !this.#isPassing) this.#guarded(() => this.#input.listener.trailers(trailers));
  }

  /** The response is discarded, because another one follows. */
  get #isPassing(): boolean {
    return this.again || this.location !== undefined;
  }

  destroy(): void {
    clearTimeout(this.#drainTimer);
    this.#reading.destroy();
    this.#decoder?.destroy();
  }

  #emit(bytes: Uint8Array): void {
    const { sizes, maxBodySize, listener, guard } = this.#input;
    // Counts as activity: while the decoder pauses the socket, the server must not time out.
    guard.chunkReceived();
    const room = maxBodySize === 0 ? bytes.length : Math.min(bytes.length, maxBodySize - sizes.bodyDecoded);
    sizes.bodyDecoded += room;
    if (room > 0) listener.chunk(bytes.subarray(0, room));
    if (room === bytes.length) return;
    throw new ReqError('limit', `The body is larger than the limit of ${maxBodySize} bytes.`, {
      hint: 'The bytes up to the limit are shown. The limit is that of --max-body-size, and of the setting req.maxBodySize.',
    });
  }

  /** Runs `work` unless the exchange is stopped. An exception stops the exchange, as callbacks of a decoder cannot throw to a caller. */
  #guarded(work: () => void): void {
    const { guard } = this.#input;
    if (guard.stopped !== undefined) return;
    try {
      work();
    } catch (e) {
      guard.stop(e);
    }
  }
}

/** All values of a header, joined by commas (RFC 9110 §5.2). */
function headerOf(head: ResponseHead, name: string): string | undefined {
  let values: string | undefined;
  for (const [n, value] of head.headers)
    if (n.length === name.length && n.toLowerCase() === name) values = values === undefined ? value : `${values}, ${value}`;
  return values;
}
