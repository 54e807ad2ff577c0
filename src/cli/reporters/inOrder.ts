import { pushAll } from '../../base/lists.ts';
import type { FileRun } from '../../runner/index.ts';
import type { ReportEvent } from './reporter.ts';

interface InOrder {
  /** Adds an event and returns those that are next in order. */
  readonly next: (e: ReportEvent) => readonly ReportEvent[];
  /** Returns the events that are still buffered, of files that never ended. */
  readonly rest: () => readonly ReportEvent[];
}

/** Brings events into the order of files, although files run in parallel. Events of later files are buffered. */
export function inOrder(): InOrder {
  const waiting = new Map<number, ReportEvent[]>();
  const unitOf = (e: ReportEvent): FileRun => (e.kind === 'request' ? e.result.of.unit : e.unit);
  let turn = 0;
  return {
    next(e) {
      const { index } = unitOf(e);
      if (index !== turn) {
        const earlier = waiting.get(index);
        if (earlier === undefined) waiting.set(index, [e]);
        else earlier.push(e);
        return [];
      }
      const due = [e];
      for (let ended = e.kind === 'file-finished'; ended;) {
        const next = waiting.get(++turn) ?? [];
        waiting.delete(turn);
        pushAll(due, next);
        ended = next.at(-1)?.kind === 'file-finished';
      }
      return due;
    },
    rest() {
      const rest = [...waiting].toSorted(([a], [b]) => a - b).flatMap(([, held]) => held);
      waiting.clear();
      return rest;
    },
  };
}
