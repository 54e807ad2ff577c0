import { openBrace, openBracket, quote } from './ascii.ts';
import type { HiddenParts } from './hiddenParts.ts';
import type { JsonIndex } from './jsonIndex.ts';
import { pathOf, type JsonPlace } from './jsonNodes.ts';
import { LineWriter } from './lineWriter.ts';
import type { NodeFacts } from './protocol.ts';

/** Bytes that can be copied. */
export const longestCopy = 32 * 1024 * 1024;

/** What can be said of a value and done with it. */
export function factsOf(index: JsonIndex, hidden: HiddenParts, place: JsonPlace): NodeFacts {
  const { start, end } = place;
  const isShort = end - start <= longestCopy;
  return {
    path: pathOf(index, place, (from, to) => shownText(hidden, from, to)),
    type: typeOf(index.bytes[start]),
    json: isShort ? Buffer.from(index.bytes.buffer, index.bytes.byteOffset + start, end - start).toString() : null,
    shown: isShort ? shownText(hidden, start, end) : null,
  };
}

/** A part of a text without its secrets. */
export function shownText(hidden: HiddenParts, start: number, end: number): string {
  const { bytes } = hidden;
  if (hidden.within(start, end) === null) return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
  const out = new LineWriter(hidden);
  out.copy(start, end);
  return out.text();
}

function typeOf(first: number | undefined): NodeFacts['type'] {
  switch (first) {
    case openBrace:
      return 'object';
    case openBracket:
      return 'array';
    case quote:
      return 'string';
    case 110:
      return 'null';
    case 116:
    case 102:
      return 'boolean';
    default:
      return 'number';
  }
}
