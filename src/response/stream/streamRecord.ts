import type { KeptBody, StreamEvent } from '../../runner/index.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';
import { EventLog } from './eventLog.ts';
import { EventStats } from './eventStats.ts';
import { NumberList } from './numberList.ts';

/** The events of one stream, its comments with their positions, and statistics. */
export class StreamRecord {
  readonly events: EventLog;
  readonly stats = new EventStats();
  /** Stored as events with the text as data. */
  readonly comments: EventLog;
  /** For each comment, the number of the next event. */
  readonly #places = new NumberList();
  readonly #mask: (text: string) => string;
  /** The text that an event adds to the joined text. Undefined if it is unknown. */
  textOf: ((event: PanelEvent) => string) | undefined;

  constructor(mask: (text: string) => string) {
    this.#mask = mask;
    const maskEvent = (e: PanelEvent): PanelEvent => {
      const [data, event, id] = [mask(e.data), mask(e.event), mask(e.id)];
      return data === e.data && event === e.event && id === e.id ? e : { ...e, data, event, id };
    };
    this.events = new EventLog(maskEvent);
    this.comments = new EventLog(maskEvent);
  }

  /** @param makeFile creates a file for events above the memory limit */
  use(makeFile: () => KeptBody): void {
    this.events.use(makeFile);
    this.comments.use(makeFile);
  }

  /**
   * Adds an event.
   * @returns the masked event
   */
  push({ index, at, event, data, id, retry, complete }: StreamEvent): PanelEvent {
    const type = this.#mask(event);
    const time = this.stats.add(index, type, at);
    // No spread: with a million events a second, it would take as long as everything else.
    const shown: PanelEvent = {
      index,
      at,
      event: type,
      data: this.#mask(data),
      id: this.#mask(id),
      retry,
      complete,
      delta: time?.delta ?? null,
      isGap: time?.isGap ?? false,
      size: data.length,
    };
    this.events.push(shown);
    return shown;
  }

  /** The event with its part of the joined text. */
  withText(event: PanelEvent): PanelEvent {
    return this.textOf === undefined ? event : { ...event, text: this.textOf(event) };
  }

  comment(at: number, text: string): void {
    const [index, data] = [this.comments.total, this.#mask(text)];
    const none = { event: '', id: '', retry: null, complete: true, delta: null, isGap: false };
    this.#places.push(this.events.total);
    this.comments.push({ ...none, index, at, data, size: data.length });
  }

  /** The number of the event after a comment. */
  placeOf(comment: number): number {
    return this.#places.at(comment);
  }

  /** Masks everything again. Returns whether any of it may have changed. */
  maskAgain(): boolean {
    this.stats.maskAgain(this.#mask);
    const isOther = this.events.maskAgain();
    return this.comments.maskAgain() || isOther;
  }

  dispose(): void {
    this.events.dispose();
    this.comments.dispose();
  }
}
