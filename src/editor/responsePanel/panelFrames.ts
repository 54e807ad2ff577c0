import type { ToPanel } from '../../protocol/messages.ts';
import type { PanelEvent } from '../../protocol/streamMessages.ts';
import { eventForPage } from '../../response/stream/eventRows.ts';

/** Milliseconds between two posts of a stream: one frame. What comes after a lull goes at the end of its turn. */
const frame = 16;
/** Events that nobody reads one by one, and milliseconds from a post of so many to the next: keys and clicks have their turn between. */
const many = 50;
const frameOfMany = 50;
/** Milliseconds between two posts that tell only how far a run is: nobody reads faster, and each is a drawing of the window. */
const frameOfProgress = 100;
/** Milliseconds after which a post that nobody has confirmed no longer holds back the next one. */
const patience = 1000;
/** Milliseconds that the start of a run waits: where its end comes meanwhile, the page draws once. */
const startWaits = 30;

/** Events that the page is told of at once. */
export const newestEvents = 300;
/** Where many come, those that may be in sight, until the page tells what is. */
const guessedInSight = 100;

/** Hands messages on, gathered: each of them that the page gets is a turn of the window's one thread. */
export class PanelFrames {
  readonly #post: (messages: readonly ToPanel[]) => PromiseLike<unknown>;
  #messages: ToPanel[] = [];
  #events: PanelEvent[] = [];
  #total = 0;
  #runId = '';
  #progress: ToPanel | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** When that fires, by `performance.now`. */
  #due = 0;
  /** It waits for what the start of a run brings. */
  #isStart = false;
  #next: NodeJS.Immediate | undefined;
  #lastPost = 0;
  #inSight = guessedInSight;
  /** Milliseconds from the last post to the next. */
  #frame = frame;
  /** What is on its way to the page: others wait for it, or they would pile up before a page that is slower than a stream. */
  #posting: object | undefined;

  /** @param post settles when the page has the messages */
  constructor(post: (messages: readonly ToPanel[]) => PromiseLike<unknown>) {
    this.#post = post;
  }

  push(message: ToPanel): void {
    if (message.type === 'events') {
      for (const event of message.events) this.#events.push(eventForPage(event));
      // The page asks for what it has not: nobody sees thousands of them in a frame.
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
      // The end goes at once, with what comes of it in the same turn.
      if (message.type === 'finished' || message.type === 'rows') {
        this.#next ??= setImmediate(() => this.#flush());
        return;
      }
    }
    this.#soon();
  }

  /** Of many events that come at once only so many of the newest are in sight. */
  showNewest(count: number): void {
    this.#inSight = Math.min(count, newestEvents);
  }

  /** What has not been handed on yet never is. */
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
    const tellsMore = this.#messages.length > 0 || this.#events.length > 0;
    const due = this.#lastPost + (tellsMore ? this.#frame : frameOfProgress);
    if (this.#timer !== undefined && this.#due <= due) return;
    // With all that the same turn tells: bytes that came, and the events in them.
    if (due <= performance.now()) this.#next = setImmediate(() => this.#flush());
    else this.#wait(due);
  }

  /** @param due when it goes, by `performance.now` */
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

  /** Events and the progress in one message each. */
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
