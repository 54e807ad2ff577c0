import { diffLines as compared } from '../../base/text/lineDiff.ts';

/** Maximum lines of each side that are compared; for longer texts the message is sufficient. */
const mostLines = 400;
const mostShown = 40;
const around = 2;

export type DiffLine = readonly [kind: '-' | '+' | ' ', text: string];

/**
 * A line diff of expected (`-`) and actual (`+`) with context. Empty if there is nothing to compare or both are one line, because the
 * message contains them.
 */
export function diffLines({ expected, actual }: { readonly expected?: string; readonly actual?: string }): readonly DiffLine[] {
  if (expected === undefined || actual === undefined) return [];
  const [a, b] = [expected.split('\n'), actual.split('\n')];
  if (Math.max(a.length, b.length) === 1 || Math.max(a.length, b.length) > mostLines) return [];
  return shortened(compared(expected, actual, /\n/).map(({ kind, text }) => [marks[kind], text]));
}

const marks = { same: ' ', removed: '-', added: '+' } as const;

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
