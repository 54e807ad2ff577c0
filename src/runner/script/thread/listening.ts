import type { StreamEvent } from '../../ports/events.ts';
import { after } from '../../../base/async/timer.ts';
import type { Heard, ScriptListener } from '../scriptTypes.ts';

/** Limits of the queue: number of events and UTF-16 units of their data. */
const mostWaiting = 10_000;
const mostUnits = 16 << 20;
/** Additional milliseconds to wait at the end beyond a call's time limit, so that a call that exceeds it is reported as such. */
const graceMs = 1000;
const batch = 256;

/** The operations on a script that `Listening` needs. */
export interface ListeningEnd {
  hand(events: readonly StreamEvent[]): void;
  /** Asks the script to end. It replies with `closed`. */
  close(): void;
  /** Kills the script. */
  stop(): void;
  ended(how: Heard): void;
  warn(text: string): void;
}

const counted = (n: number): string => `${n} event${n === 1 ? '' : 's'}`;

/**
 * Queue of stream events for a script. The stream never waits for the script: when the bounded queue is full, events are dropped and
 * a warning is reported.
 */
export class Listening implements ScriptListener {
  readonly #timeMs: number;
  readonly #end: ListeningEnd;
  #waiting: StreamEvent[] = [];
  #units = 0;
  /** Events sent to the script and not handled yet. */
  #handed = 0;
  #missed = 0;
  #ended = false;
  #isOver = false;
  /** Called when the script has handled all events, or ended. */
  #idle: (() => void) | undefined;
  #gone: (() => void) | undefined;

  constructor(timeMs: number, end: ListeningEnd) {
    this.#timeMs = timeMs;
    this.#end = end;
  }

  event(event: StreamEvent): void {
    if (this.#ended || this.#isOver) return;
    if (this.#waiting.length >= mostWaiting || this.#units > mostUnits) {
      if (this.#missed === 0)
        this.#end.warn('The script is slower than its stream: tool.onEvent misses events. The response has all of them.');
      this.#missed++;
      return;
    }
    this.#waiting.push(event);
    this.#units += event.data.length;
    this.#hand();
  }

  async close(): Promise<void> {
    if (!this.#isOver && !this.#isIdle) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
        timer = after(this.#timeMs + graceMs, resolve);
      });
      clearTimeout(timer);
    }
    const late = this.#isOver || this.#ended ? 0 : this.#handed + this.#waiting.length;
    const missed = this.#missed + late;
    if (missed > 0) this.#end.warn(`tool.onEvent missed ${counted(missed)}: the script was too slow for the stream.`);
    if (this.#isOver) return;
    const gone = new Promise<void>((resolve) => (this.#gone = resolve));
    if (this.#isIdle) this.#end.close();
    else this.#end.stop();
    await gone;
  }

  drop(): void {
    if (!this.#isOver) this.#end.stop();
  }

  /** Called when the script has handled its batch. `how` is set if it ended the stream. */
  heard(how: Heard | undefined): void {
    this.#handed = 0;
    if (how !== undefined && !this.#ended) {
      this.#ended = true;
      this.#waiting = [];
      this.#end.ended(how);
    }
    this.#hand();
    if (this.#isIdle) this.#idle?.();
  }

  over(): void {
    this.#isOver = true;
    this.#idle?.();
    this.#gone?.();
  }

  get #isIdle(): boolean {
    return this.#handed === 0 && this.#waiting.length === 0;
  }

  #hand(): void {
    if (this.#handed > 0 || this.#waiting.length === 0 || this.#isOver) return;
    const events = this.#waiting.splice(0, batch);
    this.#handed = events.length;
    for (const { data } of events) this.#units -= data.length;
    this.#end.hand(events);
  }
}
