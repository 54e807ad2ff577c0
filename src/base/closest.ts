/** Edit distance (Damerau, adjacent swaps count once), given up above a limit. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let d = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, (previous[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, (older[j - 2] as number) + 1);
      row.push(d);
      if (d < least) least = d;
    }
    if (least > limit) return limit + 1;
    older = previous;
    previous = row;
  }
  return previous[b.length] as number;
}

/** Names that are compared: a file may define ten thousand, and miss as many. */
const most = 1000;

/**
 * The known name most like a mistyped one ("did you mean"), or undefined where none is near. Case is nearly free; a name of
 * one letter is near to none but itself.
 * @param limit how many letters may differ; without it about a third
 */
export function closest(
  name: string,
  known: Iterable<string>,
  limit = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  let least = limit + 1;
  let compared = 0;
  for (const candidate of known) {
    if (compared++ === most) break;
    if (candidate === name) continue;
    const d = candidate.toLowerCase() === name.toLowerCase() ? 0.5 : distance(name, candidate, limit);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}
