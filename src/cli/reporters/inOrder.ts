import type { FileRun } from '../../runner/index.ts';
import type { ReportEvent } from './reporter.ts';

/**
 * Passes events on in the order of files, although files run in parallel. Events of later files are buffered; `end` passes on the rest if
 * some files never ended.
 */
export function inOrder(take: (e: ReportEvent) => void): { readonly take: (e: ReportEvent) => void; readonly end: () => void } {
  const waiting = new Map<number, ReportEvent[]>();
  const unitOf = (e: ReportEvent): FileRun => (e.kind === 'request' ? e.result.of.unit : e.unit);
  let turn = 0;
  return {
    take(e) {
      const { index } = unitOf(e);
      if (index !== turn) {
        const earlier = waiting.get(index);
        if (earlier === undefined) waiting.set(index, [e]);
        else earlier.push(e);
        return;
      }
      take(e);
      for (let ended = e.kind === 'file-finished'; ended;) {
        const next = waiting.get(++turn) ?? [];
        waiting.delete(turn);
        for (const held of next) take(held);
        ended = next.at(-1)?.kind === 'file-finished';
      }
    },
    end() {
      for (const [, held] of [...waiting].toSorted(([a], [b]) => a - b)) for (const e of held) take(e);
      waiting.clear();
    },
  };
}
