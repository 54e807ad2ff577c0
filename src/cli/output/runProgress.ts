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
  /** Hides the line while `write` prints. During `whileHidden`, it prints afterwards. */
  around(write: () => void): void;
  /** For questions: other output would stand in the middle of an answer. */
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
  const held = heldOutput();
  let last = 0;
  const draw = (): void => {
    const elapsed = now() - began;
    if (held.isHeld() || facts === undefined || elapsed < second) return;
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
      held.print(write);
      if (was) draw();
    },
    whileHidden(work) {
      erase();
      return held.during(work);
    },
    end() {
      clearInterval(timer);
      erase();
      facts = undefined;
      held.release();
    },
  };
}

interface HeldOutput {
  readonly isHeld: () => boolean;
  /** Prints at once, or after the work. */
  readonly print: (write: () => void) => void;
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  readonly release: () => void;
}

function heldOutput(): HeldOutput {
  let works = 0;
  let waiting: (() => void)[] = [];
  const release = (): void => {
    const writes = waiting;
    waiting = [];
    for (const write of writes) write();
  };
  return {
    isHeld: () => works > 0,
    print(write) {
      if (works > 0) waiting.push(write);
      else write();
    },
    async during(work) {
      works++;
      try {
        return await work();
      } finally {
        if (--works === 0) release();
      }
    },
    release,
  };
}

/** `12 s`, `3 min 12 s`. */
function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Without a line, for example on a dumb terminal, which can ask nevertheless. */
function noProgress(): RunProgress {
  const held = heldOutput();
  return { show: () => {}, around: held.print, whileHidden: held.during, end: held.release };
}

/** A progress line on a terminal, unless dots are printed there. Some CI services log a terminal's output. */
export function progressOf({ out, err }: Output, reports: readonly WantedReport[]): RunProgress {
  const hasDots = out.isTty && reports.some((r) => r.name === 'dot' && r.file === undefined);
  return err.isTty && process.env['TERM'] !== 'dumb' && !isCi() && !hasDots
    ? runProgress(err, () => process.stderr.columns || unknownColumns)
    : noProgress();
}
