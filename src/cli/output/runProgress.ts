import type { Sink } from './output.ts';
import { visibleLines } from '../../base/visible.ts';

/** Moves to the start of the line and clears it. */
const clear = '\r\u001b[2K';
/** Minimum milliseconds between two redraws. */
const every = 80;

/** A progress line at the bottom of a terminal. */
export interface RunProgress {
  /** Shows for example `3/40 users.req createUser`. */
  show(done: number, of: number, failed: number, what: string): void;
  /** Hides the line while `write` prints. */
  around(write: () => void): void;
  /** Hides the line while a question is open. */
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

export function runProgress(err: Sink, columns: () => number): RunProgress {
  let line = '';
  let shown = false;
  let hidden = 0;
  let last = 0;
  const draw = (): void => {
    if (hidden > 0 || line === '') return;
    err.raw(clear);
    err.write(err.style('dim', line));
    shown = true;
    last = performance.now();
  };
  const erase = (): void => {
    if (shown) err.raw(clear);
    shown = false;
  };
  return {
    show(done, of, failed, what) {
      const text = `${done}/${of}${failed === 0 ? '' : `, ${failed} failed`}  ${visibleLines(what).replaceAll('\n', ' ')}`;
      line = text.slice(0, Math.max(10, columns() - 1));
      if (performance.now() - last >= every) draw();
    },
    around(write) {
      const was = shown;
      erase();
      write();
      if (was) draw();
    },
    async whileHidden(work) {
      erase();
      hidden++;
      try {
        return await work();
      } finally {
        hidden--;
      }
    },
    end() {
      erase();
      line = '';
    },
  };
}

/** Used without a terminal. */
export const noProgress: RunProgress = {
  show: () => {},
  around: (write) => write(),
  whileHidden: (work) => work(),
  end: () => {},
};
