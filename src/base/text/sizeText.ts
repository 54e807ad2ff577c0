/** `532 B`, `4.2 KB`, `1.20 GB` (1 KB is 1,024 B, as in VS Code). */
export function showSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = -1;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(unit >= 2 ? 2 : 1)} ${units[unit] ?? ''}`;
}
