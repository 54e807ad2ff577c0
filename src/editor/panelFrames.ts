import type { ToPanel } from '../protocol/messages.ts';
import type { PanelEvent } from '../protocol/streamMessages.ts';
import { eventForPage } from './response/eventRows.ts';

/** Milliseconds between two posts of a stream: one frame. The first event of a lull goes at once. */
const frame = 16;

/** Events that the page is told of at once. */
export const newestEvents = 1000;

/** Hands messages on, those that come by the thousand gathered into one each frame. */
export class PanelFrames {
  readonly #post: (message: ToPanel) => void;
  #events: PanelEvent[] = [];
  #total = 0;
  #runId = '';
  #progress: ToPanel | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastPost = 0;

  constructor(post: (message: ToPanel) => void) {
    this.#post = post;
  }

  push(message: ToPanel): void {
    if (message.type === 'events') {
      for (const event of message.events) this.#events.push(eventForPage(event));
      // The page asks for what it has not: nobody sees thousands of them in a frame.
      if (this.#events.length > 2 * newestEvents) this.#events = this.#events.slice(-newestEvents);
      this.#total = message.total;
      this.#runId = message.runId;
      this.#soon();
    } else if (message.type === 'progress') {
      this.#progress = message;
      this.#soon();
    } else {
      this.#flush();
      this.#post(message);
    }
  }

  /** What has not been handed on yet never is. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#events = [];
    this.#progress = undefined;
  }

  #soon(): void {
    const now = performance.now();
    if (now - this.#lastPost >= frame) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), frame);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastPost = performance.now();
    if (this.#events.length > 0) {
      this.#post({ type: 'events', runId: this.#runId, events: this.#events, total: this.#total });
      this.#events = [];
    }
    if (this.#progress !== undefined) {
      this.#post(this.#progress);
      this.#progress = undefined;
    }
  }
}
