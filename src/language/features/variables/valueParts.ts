import { isArrayValue, isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';

/** A child of a value in a tree view: a member, or a range of members if there are many. */
export type ValuePart =
  | { readonly kind: 'member'; readonly key: string | number; readonly value: Value }
  /** Members from `start` to `end` (exclusive), counted from 0. */
  | ({ readonly kind: 'range' } & MemberRange);

export interface MemberRange {
  readonly start: number;
  readonly end: number;
}

/** Children per level. More members are split into ranges, recursively. */
const mostAtOnce = 100;

/** Number of members of an object or array; 0 for other values. */
export function sizeOfValue(value: Value): number {
  if (isArrayValue(value)) return value.length;
  return isObjectValue(value) ? value.size : 0;
}

/** Splits a range of members into smaller ones; undefined if it has at most `most`. */
export function rangesOf({ start, end }: MemberRange, most = mostAtOnce): readonly MemberRange[] | undefined {
  const count = end - start;
  if (count <= most) return undefined;
  let width = most;
  while (width * most < count) width *= most;
  const ranges: MemberRange[] = [];
  for (let at = start; at < end; at += width) ranges.push({ start: at, end: Math.min(end, at + width) });
  return ranges;
}

export function partsOf(value: Value, range: MemberRange = { start: 0, end: sizeOfValue(value) }): readonly ValuePart[] {
  const ranges = rangesOf(range);
  if (ranges !== undefined) return ranges.map(({ start, end }) => ({ kind: 'range', start, end }));
  return membersIn(value, range);
}

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

/** The start of a value as one line of JSON, at least `longest` characters if it has as many. Does not serialize all of a large value. */
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

const mostSearched = 200_000;

/**
 * Whether a value contains a text, ignoring case: in a key, or in a scalar as a placeholder inserts it.
 * @param lowerCase the text in lower case
 * @param finds confirms a match in a text; by default every match counts
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
