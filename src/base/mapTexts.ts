/** Plain data with all its texts mapped. */
export function mapTexts<T>(data: T, map: (text: string) => string): T {
  const mapped = (x: unknown): unknown => {
    if (typeof x === 'string') return map(x);
    if (Array.isArray(x)) return x.map(mapped);
    return typeof x === 'object' && x !== null ? Object.fromEntries(Object.entries(x).map(([key, y]) => [key, mapped(y)])) : x;
  };
  return mapped(data) as T;
}
