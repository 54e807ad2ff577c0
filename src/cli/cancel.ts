import { exitCodes } from './output/exitCode.ts';

/** Ctrl+C as a signal. */
export interface Cancellation {
  readonly signal: AbortSignal;
  dispose(): void;
}

/** Milliseconds between two looks at what waits to be read after an interrupt. */
const stalledMs = 50;

/** The handler in place, and how many stretches of work run without it. */
let current: { readonly interrupt: () => void; paused: number } | undefined;

/**
 * Turns the first SIGINT or SIGTERM into an abort, so that the command prints what it has. From then on, and wherever no handler
 * is in place, signals have their default effect: the system ends the process at once, whatever it does.
 */
export function cancelOnInterrupt(): Cancellation {
  const controller = new AbortController();
  const interrupt = (): void => {
    dispose();
    controller.abort();
    endIfStalled();
  };
  const state = { paused: 0, interrupt };
  const dispose = (): void => {
    if (current !== state) return;
    remove(interrupt);
    current = undefined;
  };
  current = state;
  add(interrupt);
  return { signal: controller.signal, dispose };
}

/**
 * Runs work during which a signal ends the process at once: a handler could not run while this thread is busy. For a promise it
 * lasts until it settles.
 */
export async function endingAtOnce<T>(work: () => T | Promise<T>): Promise<T> {
  const restore = await pauseHandlers();
  try {
    return await work();
  } finally {
    restore();
  }
}

/** The same for the synchronous part of work alone: what it waits for is cancelled as usual. */
export async function busy<T>(work: () => T | Promise<T>): Promise<T> {
  const restore = await pauseHandlers();
  let result: T | Promise<T>;
  try {
    result = work();
  } finally {
    restore();
  }
  return result;
}

/** Resolves when a signal that arrived during synchronous work has reached its handler: without one it would be lost. */
export async function pendingSignals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

async function pauseHandlers(): Promise<() => void> {
  await pendingSignals();
  const state = current;
  if (state === undefined) return () => undefined;
  if (state.paused++ === 0) remove(state.interrupt);
  return () => {
    if (--state.paused === 0 && current === state) add(state.interrupt);
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function add(interrupt: () => void): void {
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
}

function remove(interrupt: () => void): void {
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
}

/** What was printed waits for its reader; one that reads nothing more does not hold up the end. */
function endIfStalled(): void {
  let last = 0;
  setInterval(() => {
    const waiting = process.stdout.writableLength;
    if (waiting > 0 && waiting === last) process.exit(exitCodes.cancelled);
    last = waiting;
  }, stalledMs).unref();
}
