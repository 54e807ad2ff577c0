import type { CountedEvents } from '../../../protocol/streamMessages.ts';
import { rateHeight, rateOf, rateWidth } from '../../model/stream/rate.ts';

/** A small chart of the event rate over time, with gaps marked. */
export function RateLine({ stats }: { readonly stats: CountedEvents }) {
  const rate = rateOf(stats);
  return (
    <span class="rate" title={rate.words}>
      <svg class="rate-line" viewBox={`0 0 ${rateWidth} ${rateHeight}`} preserveAspectRatio="none" role="img" aria-label={rate.words}>
        <path d={rate.area} />
        {rate.gaps.map((x) => (
          <line class="rate-gap" x1={x} x2={x} y1={0} y2={rateHeight} />
        ))}
      </svg>
      <span class="rate-most" aria-hidden="true">
        ≤ {rate.most}
      </span>
    </span>
  );
}
