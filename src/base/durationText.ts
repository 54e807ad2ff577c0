/** `300 ms`, `2.5 s`. */
export const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);
