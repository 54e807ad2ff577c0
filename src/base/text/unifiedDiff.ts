import { diffLines, type DiffLine } from './lineDiff.ts';

/** Unchanged lines around a change. */
const around = 3;

const signs = { same: ' ', removed: '-', added: '+' } as const;

/** The changes of a text as the lines of a unified diff, without the names of the files. Empty if the texts are the same. */
export function unifiedDiff(before: string, after: string): readonly string[] {
  const lines = diffLines(before, after, /\n/);
  const changed = lines.flatMap(({ kind }, i) => (kind === 'same' ? [] : [i]));
  const out: string[] = [];
  for (let at = 0; at < changed.length;) {
    let last = at;
    // Changes whose lines around them touch are one part.
    while (last + 1 < changed.length && (changed[last + 1] as number) - (changed[last] as number) <= 2 * around) last++;
    const [start, end] = [Math.max(0, (changed[at] as number) - around), Math.min(lines.length, (changed[last] as number) + around + 1)];
    const part = lines.slice(start, end);
    const count = (of: readonly DiffLine[], not: DiffLine['kind']): number => of.filter(({ kind }) => kind !== not).length;
    const range = (not: DiffLine['kind']): string => `${count(lines.slice(0, start), not) + 1},${count(part, not)}`;
    out.push(`@@ -${range('added')} +${range('removed')} @@`, ...part.map(({ kind, text }) => signs[kind] + text));
    at = last + 1;
  }
  return out;
}
