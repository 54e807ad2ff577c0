import { ChatProbe, eventText } from '../stream/chatProbe.ts';
import { LivePieces } from '../stream/livePieces.ts';
import { StreamRecord } from '../stream/streamRecord.ts';
import type { ReadText, TextReading } from '../stream/textFeed.ts';
import type { KeptBody, RunEvent, StreamEvent } from '../../runner/index.ts';

/** Maximum bytes of a response without streaming that is searched for the text of a model. */
const wholeLimit = 1024 * 1024;

/** Milliseconds after the head from which an incomplete text is shown as it arrives. */
const livePatience = 200;

/** The source of a run's Text tab: the events of its stream, its body as one event, or the pieces of a text that takes time to arrive. */
export class TextSource {
  /** Parameters for joining the stream's events to a text. */
  reading: TextReading | undefined;
  readonly #stream: StreamRecord;
  readonly #mask: (text: string) => string;
  readonly #probe = new ChatProbe();
  /** The body of a response of a known model API without streaming, as one event. */
  #whole: StreamRecord | undefined;
  #pieces: LivePieces | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLive = false;

  constructor(stream: StreamRecord, mask: (text: string) => string) {
    this.#stream = stream;
    this.#mask = mask;
  }

  get read(): ReadText {
    if (this.#isLive && this.#pieces !== undefined) return { stream: { events: this.#pieces }, kind: 'text' };
    return this.#whole === undefined ? { stream: this.#stream, kind: 'events' } : { stream: this.#whole, kind: 'whole' };
  }

  /** Reads an event of the stream. Returns true once, for the event that proves that the stream contains a text. */
  event(event: StreamEvent): boolean {
    const { reading } = this;
    if (reading === undefined || !this.#probe.push(event, reading, 'events')) return false;
    this.#stream.textOf = (of) => eventText(of, reading);
    return true;
  }

  /**
   * Called with the head of a response.
   * @param body receives the body
   * @param onLive called if the body is a text that is still incomplete after a while
   */
  head({ isLiveText, charset }: Extract<RunEvent, { readonly kind: 'head' }>, body: KeptBody | undefined, onLive: () => void): void {
    clearTimeout(this.#timer);
    if (isLiveText !== true || body === undefined) return;
    this.#pieces = new LivePieces(body, charset ?? 'utf-8', this.#mask);
    this.#timer = setTimeout(() => {
      this.#isLive = true;
      onLive();
    }, livePatience);
  }

  /** Called when the body has grown. */
  grew(): void {
    this.#pieces?.push();
  }

  /** Called when the run is over. */
  end(): void {
    clearTimeout(this.#timer);
    this.#pieces?.end();
  }

  /** Searches a JSON body without streaming for a text. Returns whether there is one. */
  body(size: number, at: number, text: () => string): boolean {
    if (size > wholeLimit || this.#stream.events.total > 0 || this.reading === undefined) return false;
    const event = { index: 0, at, event: 'message', data: text(), id: '', retry: null, complete: true };
    if (!this.#probe.push(event, this.reading, 'whole')) return false;
    this.#whole = new StreamRecord(this.#mask);
    this.#whole.push(event);
    return true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#whole?.dispose();
  }
}
