import type { RunEvent } from '../../runner/index.ts';

/** What a run told, but for what is kept elsewhere or nowhere: bytes, the events of its stream, and values of variables. */
export type NotedEvent = Exclude<RunEvent, { readonly kind: 'chunk' | 'event' | 'uploading' | 'variables' }>;

/** @param after events of the stream that came before it */
export interface Note {
  readonly event: NotedEvent;
  readonly after: number;
}

/** How many notes are taken; of what comes then only how the run ended. */
const most = 5000;

/** Notes what a run tells, so that it can be told again. */
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
      case 'chunk':
      case 'uploading':
      case 'variables':
        return;
      default:
        if (this.#notes.length < most || event.kind === 'finished') this.#notes.push({ event, after: this.#events });
    }
  }
}
