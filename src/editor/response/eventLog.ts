import type { PanelEvent } from '../../protocol/messages.ts';

/** UTF-16 units of event data kept, and about what an event costs beside its data; older events make room. */
const limit = 64_000_000;
const eventCost = 100;

/** The events of one stream, so that the page can ask for any of them. */
export class EventLog {
  #events: PanelEvent[] = [];
  #first = 0;
  #units = 0;

  /** How many came, those no longer kept included. */
  get total(): number {
    return this.#first + this.#events.length;
  }

  /** Number of the oldest event still kept. */
  get first(): number {
    return this.#first;
  }

  push(event: PanelEvent): void {
    this.#events.push(event);
    this.#units += event.data.length + eventCost;
    if (this.#units <= limit) return;
    const drop = Math.ceil(this.#events.length / 10);
    for (const old of this.#events.slice(0, drop)) this.#units -= old.data.length + eventCost;
    this.#events = this.#events.slice(drop);
    this.#first += drop;
  }

  /** Changes events that are kept. Whether any is another now. */
  change(map: (event: PanelEvent) => PanelEvent): boolean {
    const changed = this.#events.map(map);
    const isOther = changed.some((event, i) => event !== this.#events[i]);
    this.#events = changed;
    return isOther;
  }

  /** Events from number `start`; fewer where they are no longer kept or not there yet. */
  page(start: number, count: number): readonly PanelEvent[] {
    const from = Math.max(0, start - this.#first);
    return this.#events.slice(from, Math.max(from, start - this.#first + count));
  }
}
