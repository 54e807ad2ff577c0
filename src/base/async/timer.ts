/** The longest delay of a timer; Node.js turns a longer one into 1 ms. */
export const longestTimerMs = 2 ** 31 - 1;

/** `setTimeout` with the delay limited to `longestTimerMs`. */
export const after = (ms: number, work: () => void): NodeJS.Timeout => setTimeout(work, Math.min(ms, longestTimerMs));
