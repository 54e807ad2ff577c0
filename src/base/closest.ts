/** The rows of the last comparison, and of the one at hand. */
let [older, previous, row]: [number[], number[], number[]] = [[], [], []];

/** Edit distance (Damerau, adjacent swaps count once), given up above a limit. */
function distance(a: string, b: string, limit: number): number {
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

/** A bit for each letter of a text, the same for both cases. */
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
  const small = name.toLowerCase();
  const letters = lettersOf(name);
  let best: string | undefined;
  /** How many letters may differ in a nearer one. */
  let bound = limit;
  let compared = 0;
  for (const candidate of known) {
    if (compared++ === most) break;
    if (Math.abs(candidate.length - name.length) > bound || candidate === name) continue;
    if (candidate.length === name.length && candidate.toLowerCase() === small) return candidate;
    // Each letter that only one of the two has is an edit of its own: most names need no closer look.
    const others = lettersOf(candidate);
    if (bound === 0 || Math.max(countBits(letters & ~others), countBits(others & ~letters)) > bound) continue;
    const d = distance(name, candidate, bound);
    if (d > bound) continue;
    best = candidate;
    bound = d - 1;
  }
  return best;
}
