import type { Hiding } from './hiding.ts';
import type { Note } from './runNotes.ts';
import type { RunRecord } from './runRecord.ts';

/** A finished run, as passed to listeners. Its record is disposed after the last listener returns, unless one shares it. */
export interface FinishedRun {
  readonly record: RunRecord;
  readonly root: string;
  readonly notes: readonly Note[];
  readonly directives: readonly string[];
  /** Masks all secrets of the run. */
  readonly hiding: Hiding;
}
