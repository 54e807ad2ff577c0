import { largestOf } from '../../base/lists.ts';
import { counted, showCount, t } from '../../base/l10n.ts';
import type { CountedEvents } from '../../protocol/streamMessages.ts';
import { showDuration } from './textMeasures.ts';

/** A drawing of so many units. */
export const rateWidth = 120;
export const rateHeight = 20;
/** Spans that a drawing has room for at least: a stream that was short is a short stretch of it. */
const fewestSpans = 30;

/** Events a second over a stream's time, as a drawing and as words. */
export interface Rate {
  /** An SVG path: an area under the rate. */
  readonly area: string;
  /** Places of the gaps, from the left. */
  readonly gaps: readonly number[];
  /** The most of any span. */
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
