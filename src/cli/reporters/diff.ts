/** Lines of each side that are compared; longer texts are told by their message alone. */
const mostLines = 400;
/** Lines of a difference that are shown. */
const mostShown = 40;
/** Lines without a change that are kept around one. */
const around = 2;

export type DiffLine = readonly [kind: '-' | '+' | ' ', text: string];

/**
 * What was expected (`-`) and what came (`+`), line by line, with a few lines around each change. Empty where there is nothing to
 * compare, or both fit into one line: the message says it all.
 */
export function diffLines({ expected, actual }: { readonly expected?: string; readonly actual?: string }): readonly DiffLine[] {
  if (expected === undefined || actual === undefined) return [];
  const [a, b] = [expected.split('\n'), actual.split('\n')];
  if (Math.max(a.length, b.length) === 1 || Math.max(a.length, b.length) > mostLines) return [];
  return shortened(compared(a, b));
}

/** By the longest common subsequence. */
function compared(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([' ', a[i] as string]);
      i++;
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) lines.push(['-', a[i++] as string]);
    else lines.push(['+', b[j++] as string]);
  }
  return lines;
}

function shortened(lines: readonly DiffLine[]): readonly DiffLine[] {
  const kept: DiffLine[] = [];
  let left = 0;
  for (const [i, line] of lines.entries()) {
    const near = lines.slice(Math.max(0, i - around), i + around + 1).some(([kind]) => kind !== ' ');
    if (near && kept.length < mostShown) {
      if (left > 0) kept.push([' ', '…']);
      left = 0;
      kept.push(line);
    } else left++;
  }
  if (left > 0 && kept.length > 0) kept.push([' ', '…']);
  return kept;
}
