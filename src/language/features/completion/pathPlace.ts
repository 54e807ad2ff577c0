import type { Range } from '../../../base/text/text.ts';
import { readName, readQuoted, readWord, skipBlanks } from '../../syntax/path.ts';

export type PathPlace = { readonly kind: 'name'; readonly range: Range } | Step | { readonly kind: 'behind'; readonly end: number };

export interface Step {
  readonly kind: 'step';
  readonly before: Range;
  /** `.name`, `[0]`, `["key"]`. */
  readonly form: 'name' | 'index' | 'quoted';
  /** The name, digits, or key with its quotes, as far as typed. */
  readonly range: Range;
  /** Offset of its `.` or `[`. */
  readonly from: number;
}

const digits = /-?\d*/y;

/** Finds an offset in the path that begins at `start`. Undefined if there is no path or it is malformed before the offset. */
export function pathPlace(source: string, start: number, offset: number, end: number): PathPlace | undefined {
  const nameEnd = start + (readName(source, start)?.length ?? 0);
  if (offset <= nameEnd) return { kind: 'name', range: { start, end: nameEnd } };
  if (nameEnd === start) return undefined;
  let at = nameEnd;
  for (;;) {
    const step = readStep(source, start, at, offset, end);
    if (step === undefined || offset <= at) return { kind: 'behind', end: at };
    if (step.kind === 'step') return step;
    if (step.end < 0) return undefined;
    at = step.end;
  }
}

/** The step at `at` if it contains the offset, else its end (-1 if it is malformed). Undefined if no step begins there. */
function readStep(
  source: string,
  start: number,
  at: number,
  offset: number,
  end: number,
): Step | { kind: 'behind'; end: number } | undefined {
  const before = { start, end: at };
  const step = (form: Step['form'], range: Range): Step => ({ kind: 'step', before, form, range, from: at });
  if (source[at] === '.') {
    const word = readWord(source, at + 1) ?? '';
    const range = { start: at + 1, end: at + 1 + word.length };
    if (offset > at && offset <= range.end) return step('name', range);
    return { kind: 'behind', end: word === '' ? -1 : range.end };
  }
  if (source[at] !== '[') return undefined;
  const inside = skipBlanks(source, at + 1);
  if (offset > at && offset < inside) return step('index', { start: offset, end: offset });
  if (source[inside] === '"' || source[inside] === "'") {
    const quoted = readQuoted(source, inside, end);
    if (offset > inside && (quoted === undefined || offset < quoted.end)) {
      const typedEnd = offset + (readWord(source, offset)?.length ?? 0);
      return step('quoted', { start: inside, end: quoted?.end ?? typedEnd });
    }
    return offset <= inside ? step('index', { start: inside, end: quoted?.end ?? inside }) : closed(quoted?.end);
  }
  digits.lastIndex = inside;
  const indexEnd = inside + (digits.exec(source)?.[0].length ?? 0);
  // A key without quotes yet.
  const typedEnd = indexEnd === inside ? inside + (readWord(source, inside)?.length ?? 0) : indexEnd;
  if (offset > at && offset <= typedEnd) return step('index', { start: inside, end: typedEnd });
  return closed(indexEnd === inside ? undefined : indexEnd);

  function closed(keyEnd: number | undefined): { kind: 'behind'; end: number } {
    const bracket = keyEnd === undefined ? -1 : skipBlanks(source, keyEnd);
    return { kind: 'behind', end: bracket >= 0 && source[bracket] === ']' ? bracket + 1 : -1 };
  }
}
