import { visibleLines } from '../../base/text/visible.ts';
import { isCi } from '../world/sendDefaults.ts';
import type { Output, Sink } from './output.ts';
import type { WantedReport } from './reports.ts';

/** Moves to the start of the line and clears it. */
const clear = '\r\u001b[2K';
/** Minimum milliseconds between two redraws. */
const every = 80;
/** Milliseconds before the line appears: a short run shows none. Also the interval at which its time advances. */
const second = 1000;
/** Default for a terminal that reports no width. */
const unknownColumns = 80;

export interface RunProgress {
  /** Sets what the line shows, for example `37 of 1,000 · 2 failed · 12 s · users.req createUser`. */
  show(done: number, of: number, failed: number, what: string): void;
  /** Hides the line while `write` prints. */
  around(write: () => void): void;
  whileHidden<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

/**
 * A progress line, from one second after now until `end`.
 * @param now in milliseconds
 */
export function runProgress(err: Sink, columns: () => number, now: () => number = () => performance.now()): RunProgress {
  const began = now();
  let facts: { readonly counts: string; readonly what: string } | undefined;
  let shown = false;
  let hidden = 0;
  let last = 0;
  const draw = (): void => {
    const elapsed = now() - began;
    if (hidden > 0 || facts === undefined || elapsed < second) return;
    const line = `${facts.counts} · ${timeText(elapsed)} · ${facts.what}`;
    err.raw(clear);
    err.write(err.style('dim', line.slice(0, Math.max(10, columns() - 1))));
    shown = true;
    last = now();
  };
  const erase = (): void => {
    if (shown) err.raw(clear);
    shown = false;
  };
  // A request may take long without an event.
  const timer = setInterval(draw, second).unref();
  return {
    show(done, of, failed, what) {
      const counts = `${done.toLocaleString('en')} of ${of.toLocaleString('en')}`;
      facts = {
        counts: failed === 0 ? counts : `${counts} · ${failed.toLocaleString('en')} failed`,
        what: visibleLines(what).replaceAll('\n', ' '),
      };
      if (now() - last >= every) draw();
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
      clearInterval(timer);
      erase();
      facts = undefined;
    },
  };
}

/** `12 s`, `3 min 12 s`. */
function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Used without a terminal. */
const noProgress: RunProgress = {
  show: () => {},
  around: (write) => write(),
  whileHidden: (work) => work(),
  end: () => {},
};

/** A progress line on a terminal, unless dots are printed there. Some CI services log a terminal's output. */
export function progressOf({ out, err }: Output, reports: readonly WantedReport[]): RunProgress {
  const hasDots = out.isTty && reports.some((r) => r.name === 'dot' && r.file === undefined);
  return err.isTty && process.env['TERM'] !== 'dumb' && !isCi() && !hasDots
    ? runProgress(err, () => process.stderr.columns || unknownColumns)
    : noProgress;
}
