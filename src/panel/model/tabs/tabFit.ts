/** Px between two tabs and for the menu of the others. */
export interface TabRoom {
  readonly available: number;
  readonly gap: number;
  readonly menu: number;
}

/**
 * The tabs that fit into one line, by index. The active one is always among them, in place of the last ones that would fit.
 * @param widths px
 */
export function tabsThatFit(widths: readonly number[], active: number, { available, gap, menu }: TabRoom): ReadonlySet<number> {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= available) return new Set(widths.keys());
  let left = available - menu - gap - (widths[active] ?? 0);
  const fitting = new Set([active]);
  for (const [index, width] of widths.entries()) {
    if (index === active) continue;
    left -= width + gap;
    if (left < 0) break;
    fitting.add(index);
  }
  return fitting;
}
