const units: readonly (readonly [number, string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A duration in its largest whole unit: `3 days`. */
function span(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  for (const [size, name] of units) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return 'a moment';
}

/** A moment relative to another: `3 days ago`, `in 3 days`. Both in milliseconds since 1970. */
export const ago = (then: number, now: number): string => (then <= now ? `${span(now - then)} ago` : `in ${span(then - now)}`);
