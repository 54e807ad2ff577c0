import { computed, signal } from '@preact/signals';
import type { FromRunPage, RowState, RunSnapshot, ToRunPage } from '../../protocol/runMessages.ts';
import { countsOf, shownRows, type RowFilter } from './summaryRows.ts';

export class RunPage {
  readonly #send: (message: FromRunPage) => void;
  readonly run = signal<RunSnapshot | null>(null);
  readonly filter = signal<RowFilter>({ only: null, text: '' });
  readonly counts = computed(() => countsOf(this.run.value?.rows ?? []));
  readonly shown = computed(() => shownRows(this.run.value?.rows ?? [], this.filter.value));

  constructor(send: (message: FromRunPage) => void) {
    this.#send = send;
  }

  receive(message: ToRunPage): void {
    if (message.type === 'run') {
      this.run.value = message.run;
      return;
    }
    const run = this.run.value;
    if (run === null) return;
    const rows = [...run.rows];
    for (const [index, row] of message.rows) rows[index] = row;
    this.run.value = { ...run, rows, state: message.state, elapsedMs: message.elapsedMs };
  }

  send(message: FromRunPage): void {
    this.#send(message);
  }

  /** Shows only rows in one state, or all again. */
  choose(state: RowState): void {
    const { only, text } = this.filter.value;
    this.filter.value = { only: only === state ? null : state, text };
  }
}
