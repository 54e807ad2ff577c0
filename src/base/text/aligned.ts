/** A run of characters that two texts share. `a` and `b` are offsets. */
export interface SharedRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

const words = /[\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]/gu;

/** Above this number of compared words, only the beginning and the end of two texts are aligned. */
const most = 400;

/** The runs that two versions of a line share, in order. Words are not split, except at the beginning and the end of the line. */
export function aligned(a: string, b: string): readonly SharedRun[] {
  const length = Math.min(a.length, b.length);
  let start = 0;
  while (start < length && a[start] === b[start]) start++;
  let end = 0;
  while (end < length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const runs: SharedRun[] = [{ a: 0, b: 0, length: start }];
  const inA = a.slice(start, a.length - end).match(words) ?? [];
  const inB = b.slice(start, b.length - end).match(words) ?? [];
  if (inA.length + inB.length <= most) addWords(inA, inB, start, runs);
  runs.push({ a: a.length - end, b: b.length - end, length: end });
  return runs;
}

/** Adds the longest common subsequence of words. */
function addWords(inA: readonly string[], inB: readonly string[], start: number, runs: SharedRun[]): void {
  const width = inB.length + 1;
  const lengths = new Int32Array((inA.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = inA.length - 1; i >= 0; i--)
    for (let j = inB.length - 1; j >= 0; j--)
      lengths[i * width + j] = inA[i] === inB[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  let [i, j, a, b] = [0, 0, start, start];
  while (i < inA.length && j < inB.length) {
    const [x, y] = [inA[i] as string, inB[j] as string];
    if (x === y) runs.push({ a, b, length: x.length });
    const both = x === y;
    if (both || at(i + 1, j) >= at(i, j + 1)) {
      a += x.length;
      i++;
    }
    if (both || at(i + 1, j) < at(i, j + 1)) {
      b += y.length;
      j++;
    }
  }
}
