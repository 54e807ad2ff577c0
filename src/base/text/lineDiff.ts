export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * Maximum edits to search for, because the work grows with their square. Texts with more differences are shown as
 * completely different.
 */
const mostEdits = 400;

/**
 * The line diff of two texts with the fewest changes (Myers, "An O(ND) difference algorithm", 1986).
 * @param lineBreak the line separator; any line break by default
 */
export function diffLines(before: string, after: string, lineBreak: RegExp = /\r\n|\r|\n/): readonly DiffLine[] {
  const a = before.split(lineBreak);
  const b = after.split(lineBreak);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const trace = searched(a, b);
  if (trace === undefined)
    return [...a.map((text) => ({ kind: 'removed', text }) as const), ...b.map((text) => ({ kind: 'added', text }) as const)];
  const out: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reached = trace[d] as ReadonlyMap<number, number>;
    const k = x - y;
    const isDown = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reached.get(fromK) ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    const [startX, startY] = d === 0 ? [0, 0] : isDown ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) {
      out.push({ kind: 'same', text: a[--x] as string });
      y--;
    }
    if (d === 0) break;
    if (isDown) out.push({ kind: 'added', text: b[--y] as string });
    else out.push({ kind: 'removed', text: a[--x] as string });
  }
  return out.toReversed();
}

/** The furthest x on each diagonal before each number of edits; undefined above `mostEdits`. */
function searched(a: readonly string[], b: readonly string[]): readonly ReadonlyMap<number, number>[] | undefined {
  const reached = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let d = 0; d <= Math.min(mostEdits, a.length + b.length); d++) {
    trace.push(new Map(reached));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
      let x = isDown ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reached.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return undefined;
}

/** The edits that turn one text into another, one for each run of changed lines, so that cursors and marks elsewhere stay. */
export function lineEdits(
  before: string,
  after: string,
): readonly { readonly range: { readonly start: number; readonly end: number }; readonly newText: string }[] {
  const edits: { range: { start: number; end: number }; newText: string }[] = [];
  let at = 0;
  let isOpen = false;
  // Lines with their line breaks.
  for (const { kind, text } of diffLines(before, after, /(?<=\n)/)) {
    if (kind !== 'same' && !isOpen) edits.push({ range: { start: at, end: at }, newText: '' });
    isOpen = kind !== 'same';
    if (kind !== 'added') at += text.length;
    const last = edits.at(-1);
    if (last === undefined || !isOpen) continue;
    last.range.end = at;
    if (kind === 'added') last.newText += text;
  }
  return edits;
}
