import type { RunEvent } from '../../runner/index.ts';

/** The events of a run except those stored elsewhere or not at all: bytes, stream events, variables. */
export type NotedEvent = Exclude<RunEvent, { readonly kind: 'asking' | 'chunk' | 'event' | 'uploading' | 'variables' }>;

/** @param after number of stream events before it */
export interface Note {
  readonly event: NotedEvent;
  readonly after: number;
}

/** Maximum notes; after that only `finished` is recorded. */
const most = 5000;

/** Records the events of a run, so that they can be replayed. */
export class RunNotes {
  readonly #notes: Note[] = [];
  #events = 0;

  get all(): readonly Note[] {
    return this.#notes;
  }

  push(event: RunEvent): void {
    switch (event.kind) {
      case 'event':
        this.#events++;
        return;
      case 'asking':
      case 'chunk':
      case 'uploading':
      case 'variables':
        return;
      default:
        if (this.#notes.length < most || event.kind === 'finished') this.#notes.push({ event, after: this.#events });
    }
  }
}
