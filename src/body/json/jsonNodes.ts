import type { NodePath } from '../../base/values/nodePath.ts';
import { closeBrace, closeBracket, comma, skipSpace, tokenEnd } from '../ascii.ts';
import type { JsonIndex } from './jsonIndex.ts';
import { placeOfLine } from './jsonLines.ts';

/** A value in a JSON text; `end` is exclusive. */
export interface JsonPlace {
  readonly start: number;
  readonly end: number;
  /** Its index among objects and arrays, or -1. */
  readonly container: number;
  /** The object or array that contains it, or -1. */
  readonly parent: number;
  /** The offset of its key, or the complement of its index. */
  readonly name: number;
}

export function rootOf(index: JsonIndex): JsonPlace {
  const start = index.markBefore(0).offset;
  return index.open.length > 0
    ? placeOfContainer(index, 0)
    : { start, end: tokenEnd(index.bytes, start), container: -1, parent: -1, name: 0 };
}

export function placeOfContainer(index: JsonIndex, container: number): JsonPlace {
  return {
    start: index.open.at(container),
    end: index.close.at(container) + 1,
    container,
    parent: index.parent.at(container),
    name: index.name.at(container),
  };
}

/** Visits the members or items of an object or array in order, until `visit` returns false. */
export function eachChild(
  index: JsonIndex,
  container: number,
  visit: (name: number, start: number, end: number, child: number) => boolean,
): void {
  const { bytes } = index;
  const stop = index.close.at(container);
  const inObject = index.isObject(container);
  let at = skipSpace(bytes, index.open.at(container) + 1);
  let inner = container + 1;
  for (let item = 0; at < stop; item++) {
    let name = ~item;
    if (inObject) {
      name = at;
      at = skipSpace(bytes, skipSpace(bytes, tokenEnd(bytes, at)) + 1);
    }
    const isContainer = index.open.values[inner] === at && inner < index.open.length;
    const end = isContainer ? index.close.at(inner) + 1 : tokenEnd(bytes, at);
    if (!visit(name, at, end, isContainer ? inner : -1)) return;
    if (isContainer) inner = index.next.at(inner);
    at = skipSpace(bytes, end);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
  }
}

/** The number of members or items, counted up to `most`. */
export function countChildren(index: JsonIndex, container: number, most: number): number {
  let count = 0;
  eachChild(index, container, () => ++count < most);
  return count;
}

/** The value on a line of the formatted text: the one whose key, first byte or closing bracket starts the line. */
export function nodeOfLine(index: JsonIndex, line: number): JsonPlace {
  const { bytes } = index;
  const { offset } = placeOfLine(index, line);
  const c = bytes[offset];
  const inner = index.containerAt(offset);
  if (inner < 0) return rootOf(index);
  if (c === closeBrace || c === closeBracket || index.open.at(inner) === offset) return placeOfContainer(index, inner);
  let name = offset;
  let start = offset;
  if (index.isObject(inner)) start = skipSpace(bytes, skipSpace(bytes, tokenEnd(bytes, offset)) + 1);
  const child = index.open.countUpTo(start) - 1;
  if (child >= 0 && index.open.at(child) === start) return placeOfContainer(index, child);
  if (!index.isObject(inner)) {
    eachChild(index, inner, (item, from) => {
      name = item;
      return from < offset;
    });
  }
  return { start, end: tokenEnd(bytes, start), container: -1, parent: inner, name };
}

/** The line of the formatted text that a value begins on, with its key. The text must have been scanned. */
export function lineOfNode(index: JsonIndex, { container, parent, name, start }: JsonPlace): number {
  if (container >= 0) return index.openLine.at(container);
  if (parent < 0) return 0;
  const offset = name >= 0 ? name : start;
  let low = index.openLine.at(parent) + 1;
  let high = index.closeLine.at(parent) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (placeOfLine(index, middle).offset <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The value of a string token. A token with invalid escapes, as a mask can leave them, is returned as written. */
export function stringOf(token: string): string {
  const inside = token.slice(1, -1);
  if (!inside.includes('\\')) return inside;
  try {
    return JSON.parse(token) as string;
  } catch {
    return inside;
  }
}

/**
 * The path from the root to a value.
 * @param text returns a range of the bytes as shown text
 */
export function pathOf(index: JsonIndex, place: JsonPlace, text: (start: number, end: number) => string): NodePath {
  const path: (string | number)[] = [];
  let { name, parent } = place;
  while (parent >= 0) {
    path.push(name < 0 ? ~name : stringOf(text(name, tokenEnd(index.bytes, name))));
    name = index.name.at(parent);
    parent = index.parent.at(parent);
  }
  return path.toReversed();
}
