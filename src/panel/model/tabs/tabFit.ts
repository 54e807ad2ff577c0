/** Px between two tabs and for the menu of the others. */
export interface TabRoom {
  readonly available: number;
  readonly gap: number;
  readonly menu: number;
}

/**
 * The tabs that fit into one line, by index. The active one is always among them, in place of the last ones that would fit.
 * @param widths px
 * @param first tabs that are shown before others if there is room
 */
export function tabsThatFit(
  widths: readonly number[],
  active: number,
  { available, gap, menu }: TabRoom,
  first: readonly number[] = [],
): ReadonlySet<number> {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= available) return new Set(widths.keys());
  let left = available - menu - gap - (widths[active] ?? 0);
  const fitting = new Set([active]);
  for (const index of [...first, ...widths.keys()]) {
    if (fitting.has(index)) continue;
    left -= (widths[index] ?? 0) + gap;
    if (left < 0) break;
    fitting.add(index);
  }
  return fitting;
}
