import type { ToPanel } from '../../protocol/messages.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';
import { eventForPage } from '../../response/stream/eventRows.ts';

/** Minimum milliseconds between two posts of a stream: one frame. After a pause, messages are posted at the end of the current turn. */
const frame = 16;
/** Above this number of events per post, the interval is `frameOfMany` milliseconds, so that keys and clicks are handled in between. */
const many = 50;
const frameOfMany = 50;
/** Minimum milliseconds between two posts that only report progress. Each one redraws the window. */
const frameOfProgress = 100;
/** Milliseconds to wait for the confirmation of a post before the next one is sent anyway. */
const patience = 1000;
/** Milliseconds by which `started` is delayed, so that the page renders only once if the run ends in that time. */
const startWaits = 30;

/** Maximum events in one post. */
export const newestEvents = 300;
/** Rows assumed to be visible until the page reports the real number. */
const guessedInSight = 100;

/** Batches messages to the page: each post takes a turn of the window's single thread. */
export class PanelFrames {
  readonly #post: (messages: readonly ToPanel[]) => PromiseLike<unknown>;
  #messages: ToPanel[] = [];
  #events: PanelEvent[] = [];
  #total = 0;
  #runId = '';
  #progress: ToPanel | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Time at which the timer fires, by `performance.now`. */
  #due = 0;
  #isStart = false;
  #next: NodeJS.Immediate | undefined;
  #lastPost = 0;
  #inSight = guessedInSight;
  /** Interval in milliseconds after the last post. */
  #frame = frame;
  /** The post in flight. Later messages wait for it, so that they do not queue up if the page is slower than the stream. */
  #posting: object | undefined;

  /** @param post settles when the page has received the messages */
  constructor(post: (messages: readonly ToPanel[]) => PromiseLike<unknown>) {
    this.#post = post;
  }

  push(message: ToPanel): void {
    if (message.type === 'events') {
      for (const event of message.events) this.#events.push(eventForPage(event));
      // Keep only the newest events; the page requests older ones.
      if (this.#events.length > 2 * newestEvents) this.#events = this.#events.slice(-newestEvents);
      this.#total = message.total;
      this.#runId = message.runId;
    } else if (message.type === 'progress' || message.type === 'uploading') {
      this.#progress = message;
    } else {
      this.#gather();
      this.#messages.push(message);
      if (message.type === 'started') {
        if (this.#timer === undefined) this.#wait(performance.now() + startWaits);
        this.#isStart = true;
        return;
      }
      // The end is posted immediately, together with messages of the same turn.
      if (message.type === 'finished' || message.type === 'rows') {
        this.#next ??= setImmediate(() => this.#flush());
        return;
      }
    }
    this.#soon();
  }

  /** Sets how many of the newest events the page shows; of large batches only these are posted. */
  showNewest(count: number): void {
    this.#inSight = Math.min(count, newestEvents);
  }

  /** Drops messages that were not posted. */
  reset(): void {
    this.#stop();
    this.#inSight = guessedInSight;
    this.#messages = [];
    this.#events = [];
    this.#progress = undefined;
    this.#posting = undefined;
  }

  #soon(): void {
    if (this.#next !== undefined || this.#isStart) return;
    const hasMore = this.#messages.length > 0 || this.#events.length > 0;
    const due = this.#lastPost + (hasMore ? this.#frame : frameOfProgress);
    if (this.#timer !== undefined && this.#due <= due) return;
    // Wait for the other messages of this turn: received bytes and their events.
    if (due <= performance.now()) this.#next = setImmediate(() => this.#flush());
    else this.#wait(due);
  }

  /** @param due time of the post, by `performance.now` */
  #wait(due: number): void {
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#flush(), due - performance.now());
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#next);
    this.#timer = undefined;
    this.#next = undefined;
    this.#isStart = false;
  }

  /** Merges the pending events into one message and adds the latest progress. */
  #gather(): void {
    if (this.#events.length > 0) {
      const events = this.#events.length > many ? this.#events.slice(Math.max(0, this.#events.length - this.#inSight)) : this.#events;
      this.#messages.push({ type: 'events', runId: this.#runId, events, total: this.#total });
      this.#events = [];
    }
    if (this.#progress !== undefined) {
      this.#messages.push(this.#progress);
      this.#progress = undefined;
    }
  }

  #flush(): void {
    this.#stop();
    if (this.#posting !== undefined) return;
    this.#frame = this.#events.length > many ? frameOfMany : frame;
    this.#gather();
    if (this.#messages.length === 0) return;
    this.#lastPost = performance.now();
    const posting = (this.#posting = {});
    const timer = setTimeout(() => this.#taken(posting), patience);
    const taken = (): void => {
      clearTimeout(timer);
      this.#taken(posting);
    };
    this.#post(this.#messages).then(taken, taken);
    this.#messages = [];
  }

  #taken(posting: object): void {
    if (this.#posting !== posting) return;
    this.#posting = undefined;
    if (this.#messages.length > 0 || this.#events.length > 0 || this.#progress !== undefined) this.#soon();
  }
}
