import type { Failure, Place } from '../../base/reqError.ts';

const inSeconds = (ms: number): string => (ms % 1000 === 0 || ms > 10_000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`);
/** Formats bytes as KB or MB. */
export const inMegabytes = (bytes: number): string =>
  bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MB` : `${Math.round(bytes / 1024)} KB`;

export const ranTooLong = (ms: number, at: Place): Failure => ({
  kind: 'script',
  message: `the script ran longer than ${inSeconds(ms)} and was stopped`,
  hint: 'Look for a loop that does not end. Waiting with tool.sleep does not count.',
  at,
});

export const sleptTooLong = (ms: number, at: Place): Failure => ({
  kind: 'script',
  message: `the script waited longer than ${inSeconds(ms)} and was stopped`,
  hint: 'Wait less with tool.sleep.',
  at,
});

/** @param bytes the limit */
export const usedTooMuchMemory = (bytes: number, at: Place): Failure => ({
  kind: 'script',
  message: `the script used more than ${inMegabytes(bytes)} of memory and was stopped`,
  hint: 'Look for an array or a text that grows without limit.',
  at,
});

/** The engine ran out of stack, or trapped because of it. */
export const nestedTooDeep = (at: Place): Failure => ({
  kind: 'script',
  message: 'the script nested calls or values too deeply and was stopped',
  hint: 'Look for endless recursion, or for a value nested many thousand levels deep.',
  at,
});

export const cancelled = (): Failure => ({ kind: 'cancelled', message: 'cancelled while a script ran' });

/** `tool.cancel()` was called. */
export const cancelledByScript = (at: Place): Failure => ({ kind: 'cancelled', message: 'the script cancelled the request', at });

/** No job and no timer is left, but the script still awaits a promise. */
export const awaitsForever = (at: Place): Failure => ({
  kind: 'script',
  message: 'the script awaits a promise that nothing will ever settle',
  hint: 'Only tool.sleep makes time pass in a script; there are no timers and no network.',
  at,
});
