/** `532 B`, `4.2 KB`, `1.20 GB` (1 KB is 1,024 B, as in VS Code). */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(unit >= 2 ? 2 : 1)} ${units[unit] ?? ''}`;
}

/** @param ms milliseconds: `12 ms`, `1.23 s`, `2 min 05 s` */
export function showDuration(ms: number): string {
  if (ms < 1000) return ms > 0 && ms < 1 ? '<1 ms' : `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_995 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** A changing duration with one decimal, so that it does not flicker. */
export function showElapsed(ms: number): string {
  return ms < 60_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : showDuration(ms);
}

/** `showElapsed` in whole seconds: `12 s`. */
export function showSeconds(ms: number): string {
  return ms < 60_000 ? `${Math.floor(Math.max(0, ms) / 1000)} s` : showDuration(ms);
}

/** @param ms milliseconds since the start: `+1.234 s` */
export function showOffset(ms: number): string {
  return `+${(ms / 1000).toFixed(3)} s`;
}
