/** `348 B`, `1.2 kB`, `3.4 MB`. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  for (const [unit, factor] of [
    ['kB', 1e3],
    ['MB', 1e6],
  ] as const)
    if (bytes < factor * 1000) return `${(bytes / factor).toFixed(1)} ${unit}`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** `4 ms`, `1.23 s`, from milliseconds. */
export function shownDuration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
  return `${(ms / 1000).toFixed(2)} s`;
}
