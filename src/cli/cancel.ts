import { endProcess } from './output/endProcess.ts';
import { exitCodes } from './output/exitCode.ts';

/** The abort signal of Ctrl+C. */
export interface Cancellation {
  readonly signal: AbortSignal;
  dispose(): void;
}

/** Interval in milliseconds at which unread output is checked after an interrupt. */
const stalledMs = 50;

/**
 * Maximum milliseconds of a turn after which handlers are removed. A signal that arrives between the last check for signals and the removal
 * is lost, and on a busy machine this thread may be suspended at that moment.
 */
const shortTurnMs = 0.1;
const mostTurns = 100;

/** The installed handler, and the number of nested sections without it. */
let current: { readonly interrupt: () => void; paused: number } | undefined;

/**
 * Turns the first SIGINT or SIGTERM into an abort, so that the command can print its results. After that, or without a handler, the system
 * ends the process at once.
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
 * Runs work during which a signal ends the process at once, because a handler cannot run while this thread is busy. For a promise, until it
 * settles.
 */
export async function endingAtOnce<T>(work: () => T | Promise<T>): Promise<T> {
  const restore = await pauseHandlers();
  try {
    return await work();
  } finally {
    restore();
  }
}

/** Like `endingAtOnce`, only for the synchronous part of the work: what it awaits is cancelled as usual. */
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

/** Resolves when a signal that arrived during synchronous work has reached its handler; otherwise it would be lost. */
export async function pendingSignals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

async function pauseHandlers(): Promise<() => void> {
  await nextTurn();
  for (let turns = 0; turns < mostTurns; turns++) {
    const start = performance.now();
    await nextTurn();
    if (performance.now() - start < shortTurnMs || current === undefined) break;
  }
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

/** Printed output waits for its reader. Exits if the reader has stopped reading. */
function endIfStalled(): void {
  let last = 0;
  setInterval(() => {
    const waiting = process.stdout.writableLength + process.stderr.writableLength;
    if (waiting > 0 && waiting === last) endProcess(exitCodes.cancelled);
    last = waiting;
  }, stalledMs).unref();
}
