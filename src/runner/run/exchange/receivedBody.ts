import { headerValue } from '../../../base/text/headerValue.ts';
import type { StreamKind } from '../../../base/events/streamKind.ts';
import { eventUnits } from '../../../base/events/eventUnits.ts';
import { ReqError } from '../../../base/reqError.ts';
import { KeptBody } from '../../http/exchange/keptBody.ts';
import type { Header } from '../../../language/index.ts';
import type { CertificateInfo } from '../../ports/connectionInfo.ts';
import type { Redirect, ResponseHead, StreamEvent } from '../../ports/events.ts';
import { decodeBody } from '../../http/coding/bodyCharset.ts';
import type { StreamText } from '../../streamText/streamText.ts';
import type { StreamReading } from '../../streamText/streamTextTypes.ts';

/** Limit of the body in bytes, and of a stream's events in UTF-16 units, that scripts, assertions and other requests can read. */
const keptLimit = 64 * 1024 * 1024;

/** The growing response of one run, for scripts, assertions and other requests. */
export class Received {
  head: ResponseHead | undefined;
  /** Set with the head. */
  stream: StreamKind | undefined;
  readonly events: StreamEvent[] = [];
  readonly redirects: Redirect[] = [];
  trailers: readonly Header[] = [];
  /** The server's own certificate, of the last connection. */
  certificate: CertificateInfo | undefined;
  /** Number of complete events so far, stored or not. */
  eventCount = 0;
  /** Joined text of a stream's events; set with the first event. */
  streamText: StreamText | undefined;
  readonly #keep: boolean;
  readonly #mostEvents: number;
  readonly #body: KeptBody;
  readonly #textOfStream: (() => StreamText) | undefined;
  #eventUnits = 0;

  /**
   * @param keep whether the body may be read later; otherwise its bytes are only counted
   * @param textOfStream creates the collector of a stream's joined text, if that may be read
   * @param body receives the body's bytes for a reader that outlives the run
   * @param mostEvents number of leading complete events that may be read; later ones are only counted
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

  /** Bytes of the body so far, stored or not. */
  get size(): number {
    return this.#body.received;
  }

  push(bytes: Uint8Array): void {
    this.#body.push(bytes);
  }

  /** Counts every complete event. Stores it if it may be read later and the limits allow it. */
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

  get cut(): boolean {
    return this.#body.received > Math.min(keptLimit, this.#body.size) || this.#eventUnits > keptLimit;
  }

  /** The whole body as text; empty if it was not stored. @throws {ReqError} `limit` if it exceeds the limit or could not be stored */
  text(): string {
    return decodeBody(this.bytes(), this.#contentType);
  }

  /** The whole body; empty if it was not stored. @throws {ReqError} as `text` */
  bytes(): Uint8Array {
    const { failure } = this.#body;
    if (failure !== undefined)
      throw new ReqError('limit', `The response could not be stored for scripts and assertions: ${failure}.`, {
        hint: 'The received part is shown.',
      });
    if (this.cut) throw tooLarge();
    return this.#body.read(0, keptLimit);
  }

  /** The joined text of a stream's events. @throws {ReqError} `limit` if not all of it is stored */
  joinedText(): string {
    return this.reading()?.text ?? '';
  }

  /** Contents of a stream of a language model. @throws {ReqError} `limit` if not all of it is stored */
  reading(): StreamReading | undefined {
    if (this.streamText?.numbers().cut === true) throw tooLarge();
    return this.streamText?.read();
  }

  /** The body for readers that outlive the run; undefined if it exceeds the limit. It references nothing else of the response. */
  forLater(): LaterBody | undefined {
    if (this.cut) return undefined;
    return laterBody(this.#body.share(), this.#contentType);
  }

  get #contentType(): string | undefined {
    return headerValue(this.headers, 'content-type');
  }

  /** Call when the run is over. */
  release(): void {
    this.#body.release();
  }
}

const tooLarge = (): ReqError =>
  new ReqError('limit', `The response is larger than the ${keptLimit >> 20} MiB that scripts and assertions can read.`, {
    hint: 'They can read its status, headers and size. End a stream earlier with # @max-events or # @max-time.',
  });

/** A body that outlives its run. */
export interface LaterBody {
  /** Bytes. */
  readonly size: number;
  /** Whether the bytes are in a file. */
  readonly isFiled: boolean;
  /** `isBinary`: bytes that are not text were replaced. */
  read(): { readonly text: string; readonly isBinary: boolean };
  /** Must be called once, after the last use. */
  release(): void;
}

function laterBody(body: KeptBody, contentType: string | undefined): LaterBody {
  return {
    size: body.size,
    isFiled: body.isFiled,
    read() {
      const bytes = body.read(0, keptLimit);
      const text = decodeBody(bytes, contentType);
      return { text, isBinary: text.includes('\ufffd') && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\ufffd') < 0 };
    },
    release: () => body.release(),
  };
}
