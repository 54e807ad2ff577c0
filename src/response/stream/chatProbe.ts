import type { StreamEvent, StreamText } from '../../runner/index.ts';
import type { TextKind, TextReading } from './textFeed.ts';

/** Events after which a stream counts as unknown. */
const mostEvents = 5;

/** UTF-16 units of an event's text in its row. */
const shownLength = 300;

/** The start of the text that a single event of a known response adds. */
export function eventText(event: Pick<StreamEvent, 'at' | 'complete' | 'data'>, { makeText, written }: TextReading): string {
  const joined = makeText(written, 'events');
  joined.push(event);
  const { format } = joined.numbers();
  return written === undefined && (format === 'data' || format === 'path') ? '' : joined.read().text.slice(0, shownLength);
}

/** Recognizes responses of known model APIs, and those with `# @text`, by their first events. */
export class ChatProbe {
  #joined: StreamText | undefined;
  #events = 0;
  #isDecided = false;

  /** Returns true once, for the event that identifies the response. */
  push(event: Pick<StreamEvent, 'at' | 'complete' | 'data'>, { makeText, written }: TextReading, kind: TextKind): boolean {
    if (this.#isDecided) return false;
    this.#joined ??= makeText(written, kind);
    this.#joined.push(event);
    this.#events++;
    const { format } = this.#joined.numbers();
    const isKnown = written !== undefined || (format !== 'data' && format !== 'path');
    this.#isDecided = isKnown || this.#events >= mostEvents;
    if (this.#isDecided) this.#joined = undefined;
    return isKnown;
  }
}
