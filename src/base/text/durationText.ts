/** `300 ms`, `2.5 s`. */
export const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** @param ms milliseconds: `12 ms`, `1.23 s`, `2 min 05 s` */
export function showDuration(ms: number): string {
  if (ms < 999.5) return ms > 0 && ms < 1 ? '<1 ms' : `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** A changing duration in whole seconds: `12 s`, `2 min 05 s`. */
export function showSeconds(ms: number): string {
  return ms < 60_000 ? `${Math.floor(Math.max(0, ms) / 1000)} s` : showDuration(ms);
}
