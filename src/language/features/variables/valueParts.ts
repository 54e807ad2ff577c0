import { isArrayValue, isObjectValue, valueToText, type Value } from '../../../base/value.ts';

/** A piece of a value as it unfolds: a member, or a range of members where there are many. */
export type ValuePart =
  | { readonly kind: 'member'; readonly key: string | number; readonly value: Value }
  /** Members from `start` up to, but without, `end`, counted from 0. */
  | ({ readonly kind: 'range' } & MemberRange);

export interface MemberRange {
  readonly start: number;
  readonly end: number;
}

/** Members that unfold at once: more are divided into ranges, and these again. */
const mostAtOnce = 100;

/** How many members an object or array has; 0 for everything else. */
export function sizeOfValue(value: Value): number {
  if (isArrayValue(value)) return value.length;
  return isObjectValue(value) ? value.size : 0;
}

/** Ranges into which a number of things is divided; undefined where they are few enough to stand there themselves. */
export function rangesOf({ start, end }: MemberRange, most = mostAtOnce): readonly MemberRange[] | undefined {
  const count = end - start;
  if (count <= most) return undefined;
  let width = most;
  while (width * most < count) width *= most;
  const ranges: MemberRange[] = [];
  for (let at = start; at < end; at += width) ranges.push({ start: at, end: Math.min(end, at + width) });
  return ranges;
}

/** What a value unfolds to, or a range of its members. */
export function partsOf(value: Value, range: MemberRange = { start: 0, end: sizeOfValue(value) }): readonly ValuePart[] {
  const ranges = rangesOf(range);
  if (ranges !== undefined) return ranges.map(({ start, end }) => ({ kind: 'range', start, end }));
  return membersIn(value, range);
}

/** Members of a value, one after the other. */
export function membersIn(
  value: Value,
  { start, end }: MemberRange = { start: 0, end: sizeOfValue(value) },
): readonly Extract<ValuePart, { kind: 'member' }>[] {
  if (isArrayValue(value)) return value.slice(start, end).map((x, i) => ({ kind: 'member', key: start + i, value: x }));
  if (!isObjectValue(value)) return [];
  const members: Extract<ValuePart, { kind: 'member' }>[] = [];
  let at = 0;
  for (const [key, x] of value) {
    if (at >= end) break;
    if (at++ >= start) members.push({ kind: 'member', key, value: x });
  }
  return members;
}

/** The beginning of a value as one line of JSON, at least `longest` characters where it has as many: a large value is not written out. */
export function beginningOf(value: Value, longest: number): string {
  let out = '';
  write(value);
  return out;

  function write(x: Value): void {
    if (typeof x === 'string') out += JSON.stringify(x.length > longest ? x.slice(0, longest) : x);
    else if (isArrayValue(x)) list('[', ']', x, write);
    else if (typeof x === 'object' && x !== null && isObjectValue(x))
      list('{', '}', x, ([key, item]) => {
        out += `${JSON.stringify(key)}: `;
        write(item);
      });
    else out += valueToText(x);
  }

  function list<T>(open: string, close: string, items: Iterable<T>, item: (x: T) => void): void {
    out += open;
    let first = true;
    for (const x of items) {
      if (out.length > longest) return;
      if (!first) out += ', ';
      first = false;
      item(x);
    }
    out += close;
  }
}

/** Members that are looked through for a text. */
const mostSearched = 200_000;

/**
 * Whether a text stands in a value: in a key, or in what is no object or array as a placeholder inserts it. In lower case.
 * @param finds says of a text that holds it whether it counts; without it each does
 */
export function holdsText(value: Value, lowerCase: string, finds: (text: string) => boolean = () => true): boolean {
  const open: Value[] = [value];
  const found = (text: string): boolean => text.toLowerCase().includes(lowerCase) && finds(text);
  for (let searched = 0; searched < mostSearched; searched++) {
    const next = open.pop();
    if (next === undefined) return false;
    if (isArrayValue(next)) for (const item of next.slice(0, mostSearched)) open.push(item);
    else if (typeof next === 'object' && next !== null && isObjectValue(next)) {
      for (const [key, item] of next) {
        if (found(key)) return true;
        open.push(item);
      }
    } else if (found(valueToText(next))) return true;
  }
  return false;
}
