import { openBrace, openBracket, quote } from '../ascii.ts';
import type { HiddenParts } from '../lines/hiddenParts.ts';
import type { JsonIndex } from './jsonIndex.ts';
import { pathOf, type JsonPlace } from './jsonNodes.ts';
import { LineWriter } from '../lines/lineWriter.ts';
import type { NodeFacts } from '../protocol.ts';

/** Maximum bytes to copy. */
export const longestCopy = 32 * 1024 * 1024;

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

/** A range of the text with secrets masked. */
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
