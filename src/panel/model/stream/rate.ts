import { largestOf } from '../../../base/lists.ts';
import { counted, showCount, t } from '../../../base/l10n.ts';
import type { CountedEvents } from '../../../protocol/streamMessages.ts';
import { showDuration } from '../text/textMeasures.ts';

export const rateWidth = 120;
export const rateHeight = 20;
/** Minimum intervals on the x axis, so that a short stream fills only part of it. */
const fewestSpans = 30;

/** Events per second over the time of a stream, as an SVG path and in words. */
export interface Rate {
  /** An SVG path: the area below the rate. */
  readonly area: string;
  readonly gaps: readonly number[];
  /** The highest rate of an interval. */
  readonly most: string;
  readonly words: string;
}

export function rateOf({ counts, span, start, gaps, gapCount }: CountedEvents): Rate {
  const most = largestOf(counts, 1);
  const spans = Math.max(fewestSpans, counts.length);
  const step = rateWidth / spans;
  const points = counts.map((count, i) => {
    const y = round(rateHeight - (count / most) * (rateHeight - 1));
    return `L${round(i * step)} ${y}L${round((i + 1) * step)} ${y}`;
  });
  const area = `M0 ${rateHeight}${points.join('')}L${round(counts.length * step)} ${rateHeight}Z`;
  const whole = counts.length * span;
  const places = gaps.map(({ at }) => round(((at - start) / span) * step)).filter((x) => x >= 0 && x <= rateWidth);
  const mostText = `${showRate((most * 1000) / span)}/s`;
  const words =
    gapCount === 0
      ? t('Events over {0}: at most {1}', showDuration(whole), mostText)
      : counted(gapCount, 'Events over {1}: at most {2}, {0} gap', 'Events over {1}: at most {2}, {0} gaps', showDuration(whole), mostText);
  return { area, gaps: places, most: mostText, words };
}

/** `1,234`, `3.5`. */
export const showRate = (rate: number): string => (rate >= 10 ? showCount(Math.round(rate)) : rate.toFixed(1).replace(/\.0$/, ''));

const round = (n: number): number => Math.round(n * 10) / 10;
