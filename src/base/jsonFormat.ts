/** Maximum indentation; deeper levels keep it, so that the size of the output is linear in the input. */
const deepestIndent = 48;
/** Maximum output in UTF-16 units; otherwise the text is returned as it is (engines limit strings to about 2^29). */
const longestOutput = 1 << 28;
/** An output above `largeOutput` is at most `mostGrowth` times the input: a million levels of nesting would be a hundred times. */
const largeOutput = 1 << 25;
const mostGrowth = 8;
const partsPerChunk = 8192;
const indents = Array.from({ length: deepestIndent + 1 }, (_, level) => `\n${'  '.repeat(level)}`);

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

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literalToken = /true|false|null/y;
const escapeToken = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The expected next token. */
type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/**
 * A JSON text (RFC 8259) laid out with two spaces a level. Only white space between tokens changes: numbers, escapes, duplicate keys
 * and order stay as written. A text that is not JSON is returned as it is. Linear time, any depth of nesting. A BOM at the start is removed.
 */
export function formatJson(text: string): string {
  const longest = Math.min(longestOutput, Math.max(largeOutput, mostGrowth * text.length));
  const chunks: string[] = [];
  let length = 0;
  const pieces = layOutJson(text);
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done === true) return next.value ? chunks.join('') : text;
    chunks.push(next.value);
    length += next.value.length;
    if (length > longest) return text;
  }
}

/** Whether a text is JSON, of any depth; builds no value. */
export function isJson(text: string): boolean {
  const pieces = layOutJson(text);
  for (let next = pieces.next(); ; next = pieces.next()) if (next.done === true) return next.value;
}

/**
 * The same layout in pieces, for texts whose layout must not be in memory as a whole. Returns whether the text is JSON; if it is not,
 * ignore the yielded pieces.
 */
export function* layOutJson(text: string): Generator<string, boolean> {
  const parts: string[] = [];
  /** Open containers, innermost last: true for an object. */
  const open: boolean[] = [];
  let expect: Expect = 'value';
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (isSpace(c)) {
      at++;
      continue;
    }
    switch (expect) {
      case 'key or }':
      case 'value or ]': {
        const close: number = expect === 'key or }' ? closeBrace : closeBracket;
        if (c === close) {
          open.pop();
          parts.push(text.charAt(at++));
          expect = open.length === 0 ? 'nothing' : ', or end';
        } else {
          parts.push(indentOf(open.length));
          expect = expect === 'key or }' ? 'key' : 'value';
        }
        continue;
      }
      case 'key': {
        const end = c === quote ? stringEnd(text, at) : -1;
        if (end < 0) return false;
        parts.push(text.slice(at, end));
        at = end;
        expect = ':';
        break;
      }
      case ':':
        if (c !== colon) return false;
        parts.push(': ');
        at++;
        expect = 'value';
        break;
      case 'value': {
        if (c === openBrace || c === openBracket) {
          open.push(c === openBrace);
          parts.push(text.charAt(at++));
          expect = c === openBrace ? 'key or }' : 'value or ]';
          break;
        }
        const end = scalarEnd(text, at, c);
        if (end < 0) return false;
        parts.push(text.slice(at, end));
        at = end;
        expect = open.length === 0 ? 'nothing' : ', or end';
        break;
      }
      case ', or end': {
        const inObject = open.at(-1) === true;
        if (c === comma) {
          parts.push(',');
          parts.push(indentOf(open.length));
          expect = inObject ? 'key' : 'value';
        } else if (c === (inObject ? closeBrace : closeBracket)) {
          open.pop();
          parts.push(indentOf(open.length));
          parts.push(text.charAt(at));
          if (open.length === 0) expect = 'nothing';
        } else return false;
        at++;
        break;
      }
      case 'nothing':
        return false;
    }
    if (parts.length >= partsPerChunk) yield parts.splice(0).join('');
  }
  yield parts.join('');
  return expect === 'nothing';
}

const isSpace = (c: number): boolean => c === space || c === newline || c === carriageReturn || c === tab;

/** Line break and indentation of a level. */
const indentOf = (level: number): string => indents[Math.min(level, deepestIndent)] as string;

/** Offset after the string that begins at `start`, or -1. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === quote) return at + 1;
    if (c < space) return -1;
    if (c === backslash) {
      escapeToken.lastIndex = at;
      if (!escapeToken.test(text)) return -1;
      at = escapeToken.lastIndex - 1;
    }
  }
  return -1;
}

function scalarEnd(text: string, at: number, c: number): number {
  if (c === quote) return stringEnd(text, at);
  const token = c === 0x2d || (c >= 0x30 && c <= 0x39) ? numberToken : literalToken;
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : -1;
}
