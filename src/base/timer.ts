/** The longest a timer can be set to: of a longer time Node makes one millisecond. */
export const longestTimerMs = 2 ** 31 - 1;

/** Calls later, after the longest time there can be where more is asked for. */
export const after = (ms: number, work: () => void): NodeJS.Timeout => setTimeout(work, Math.min(ms, longestTimerMs));
