import { showDuration } from '../../../base/text/durationText.ts';

export { showDuration, showSeconds } from '../../../base/text/durationText.ts';
export { showSize } from '../../../base/text/sizeText.ts';

/** A changing duration with one decimal, so that it does not flicker. */
export function showElapsed(ms: number): string {
  return ms < 60_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : showDuration(ms);
}

/** @param ms milliseconds since the start: `+1.234 s` */
export function showOffset(ms: number): string {
  return `+${(ms / 1000).toFixed(3)} s`;
}
