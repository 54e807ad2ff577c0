/** Rows of the distance matrix, reused between calls. */
let [older, previous, row]: [number[], number[], number[]] = [[], [], []];

/** The Damerau edit distance (an adjacent swap counts once); returns more than `limit` as soon as it exceeds it. */
export function distance(a: string, b: string, limit: number): number {
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      const same = letter === b.charCodeAt(j - 1);
      let d = Math.min((previous[j] as number) + 1, (row[j - 1] as number) + 1, (previous[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        d = Math.min(d, (older[j - 2] as number) + 1);
      row[j] = d;
      if (d < least) least = d;
    }
    if (least > limit) return limit + 1;
    [older, previous, row] = [previous, row, older];
  }
  return previous[b.length] as number;
}

/** One bit per letter that occurs in the text, ignoring case. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Maximum names to compare: a file may define ten thousand, and use as many undefined ones. */
const most = 1000;

/**
 * The known name most similar to a mistyped one ("did you mean"), or undefined if none is similar enough. Names that differ only in case
 * match first. A name of one letter matches no other.
 * @param limit maximum edits; by default about a third of the name's length
 */
export function closest(
  name: string,
  known: Iterable<string>,
  limit = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  const small = name.toLowerCase();
  const letters = lettersOf(name);
  let best: string | undefined;
  let bound = limit;
  let compared = 0;
  for (const candidate of known) {
    if (compared++ === most) break;
    if (Math.abs(candidate.length - name.length) > bound || candidate === name) continue;
    if (candidate.length === name.length && candidate.toLowerCase() === small) return candidate;
    // Each letter that only one of the names has costs an edit. This rules out most names without computing the
    // distance.
    const others = lettersOf(candidate);
    if (bound === 0 || Math.max(countBits(letters & ~others), countBits(others & ~letters)) > bound) continue;
    const d = distance(name, candidate, bound);
    if (d > bound) continue;
    best = candidate;
    bound = d - 1;
  }
  return best;
}
