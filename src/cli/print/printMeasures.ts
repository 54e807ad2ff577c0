import { showDuration } from '../../base/text/durationText.ts';

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

/** As the editor shows it, with a decimal below 10 ms: `4.2 ms`, `1.23 s`, `2 min 05 s`. From milliseconds. */
export const shownDuration = (ms: number): string => (ms < 9.95 ? `${ms.toFixed(1)} ms` : showDuration(ms));
