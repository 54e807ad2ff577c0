/** Appends every item. `push(...items)` overflows the stack at about 100,000 items. */
export function pushAll<T>(to: T[], items: Iterable<T>): void {
  for (const item of items) to.push(item);
}

/** The largest number, at least `least`. `Math.max(...numbers)` overflows the stack at about 100,000 numbers. */
export function largestOf(numbers: Iterable<number>, least: number): number {
  let largest = least;
  for (const n of numbers) if (n > largest) largest = n;
  return largest;
}
