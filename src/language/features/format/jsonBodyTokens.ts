import type { Range } from '../../../base/text.ts';

/** The tokens of a JSON text with placeholders: a list for each property, as there may be a million of them. */
export interface JsonTokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For the token that opens an object or a list, the index of the one that closes it. */
  readonly partners: readonly number[];
  /** How many line breaks stand before each. */
  readonly breaks: readonly number[];
}

/** Levels that a body may nest; deeper ones are nobody's work, and would be mostly indentation. */
const maxDepth = 500;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const scalarPart = /[\w.+-]+/y;

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ': or end' | ', or end' | 'nothing';

/**
 * Reads a JSON text (RFC 8259) in which placeholders stand for values, for keys, for all members of an object, or for a part
 * of any of these or of a string. Undefined where the text is something else. Linear.
 */
export function readJsonTokens(text: string, range: Range, placeholders: readonly Range[]): JsonTokens | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  const partners: number[] = [];
  const breaks: number[] = [];
  /** Indexes of the open objects and lists, innermost last. */
  const open: number[] = [];
  let expect = 'value' as Expect;
  let lineBreaks = 0;
  let at = range.start;
  let next = firstFrom(placeholders, at);

  while (at < range.end) {
    const c = text.charCodeAt(at);
    if (c === space || c === newline || c === carriageReturn || c === tab) {
      if (c === newline || c === carriageReturn) lineBreaks++;
      at++;
      continue;
    }
    const start = at;
    switch (expect) {
      case 'nothing':
        return undefined;
      case ':':
      case ': or end':
        if (c === colon) {
          at++;
          expect = 'value';
          break;
        }
        if (expect === ':') return undefined;
        if (!separatorOrEnd(c)) return undefined;
        break;
      case ', or end':
        if (!separatorOrEnd(c)) return undefined;
        break;
      case 'key or }':
      case 'key': {
        if (c === closeBrace && expect === 'key or }') {
          close();
          break;
        }
        if (c === quote ? !string() : c !== openBrace || !run()) return undefined;
        // `{ {{members}} }`
        expect = c === quote ? ':' : ': or end';
        break;
      }
      case 'value or ]':
      case 'value':
        if (c === closeBracket && expect === 'value or ]') {
          close();
          break;
        }
        if ((c === openBrace || c === openBracket) && placeholderHere() === undefined) {
          if (open.push(starts.length) > maxDepth) return undefined;
          at++;
          expect = c === openBrace ? 'key or }' : 'value or ]';
          break;
        }
        if (c === quote ? !string() : !run()) return undefined;
        expect = open.length === 0 ? 'nothing' : ', or end';
    }
    starts.push(start);
    ends.push(at);
    breaks.push(lineBreaks);
  }
  return expect === 'nothing' ? { starts, ends, partners, breaks } : undefined;

  function inObject(): boolean {
    return text.charCodeAt(starts[open.at(-1) as number] as number) === openBrace;
  }

  function separatorOrEnd(c: number): boolean {
    if (c === comma) {
      at++;
      expect = inObject() ? 'key' : 'value';
      return true;
    }
    if (c !== (inObject() ? closeBrace : closeBracket)) return false;
    close();
    return true;
  }

  function close(): void {
    at++;
    partners[open.pop() as number] = starts.length;
    expect = open.length === 0 ? 'nothing' : ', or end';
  }

  function placeholderHere(): Range | undefined {
    while ((placeholders[next]?.start ?? range.end) < at) next++;
    return placeholders[next]?.start === at ? placeholders[next] : undefined;
  }

  /** Goes past a placeholder that begins here. */
  function placeholder(): boolean {
    const found = placeholderHere();
    if (found !== undefined) at = found.end;
    return found !== undefined;
  }

  function string(): boolean {
    for (at++; at < range.end;) {
      const c = text.charCodeAt(at);
      if (c === openBrace && placeholder()) continue;
      if (c < space) return false;
      at += c === backslash ? 2 : 1;
      if (c === quote) return true;
    }
    return false;
  }

  /** A number, a word, a placeholder, or several of them that touch. */
  function run(): boolean {
    const start = at;
    let filled = false;
    for (;;) {
      if (text.charCodeAt(at) === openBrace && placeholder()) {
        filled = true;
        continue;
      }
      scalarPart.lastIndex = at;
      const part = scalarPart.exec(text)?.[0];
      if (part === undefined) break;
      at += part.length;
    }
    return filled || (at > start && scalar.test(text.slice(start, at)));
  }
}

/** The index of the first range that begins at an offset or after it. */
function firstFrom(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
