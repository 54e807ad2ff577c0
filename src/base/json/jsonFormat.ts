import { jsonToken, JsonScanner } from './jsonScanner.ts';

/** Maximum indentation; deeper levels keep it, so that the size of the output is linear in the input. */
const deepestIndent = 48;
/** Maximum output in UTF-16 units; otherwise the text is returned as it is (engines limit strings to about 2^29). */
const longestOutput = 1 << 28;
/** An output above `largeOutput` is at most `mostGrowth` times the input: a million levels of nesting would be a hundred times. */
const largeOutput = 1 << 25;
const mostGrowth = 8;
const partsPerChunk = 8192;
const indents = Array.from({ length: deepestIndent + 1 }, (_, level) => `\n${'  '.repeat(level)}`);
const indentOf = (level: number): string => indents[Math.min(level, deepestIndent)] as string;

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
  const scanner = new JsonScanner(text);
  let token = scanner.next();
  while (token > 0) token = scanner.next();
  return token === jsonToken.end;
}

/**
 * The same layout in pieces, for texts whose layout must not be in memory as a whole. Returns whether the text is JSON; if it is not,
 * ignore the yielded pieces.
 */
export function* layOutJson(text: string): Generator<string, boolean> {
  const scanner = new JsonScanner(text);
  let parts: string[] = [];
  let token = scanner.next();
  for (let before: number = jsonToken.end; token > 0; token = scanner.next()) {
    const { depth } = scanner;
    const isFirst = before === jsonToken.open;
    before = token;
    switch (token) {
      case jsonToken.open:
        if (isFirst) parts.push(indentOf(depth - 1));
        parts.push(text.charAt(scanner.start));
        break;
      case jsonToken.close:
        if (!isFirst) parts.push(indentOf(depth));
        parts.push(text.charAt(scanner.start));
        break;
      case jsonToken.colon:
        parts.push(': ');
        break;
      case jsonToken.comma:
        parts.push(',', indentOf(depth));
        break;
      default:
        if (isFirst) parts.push(indentOf(depth));
        parts.push(text.slice(scanner.start, scanner.at));
    }
    if (parts.length < partsPerChunk) continue;
    yield parts.join('');
    parts = [];
  }
  yield parts.join('');
  return token === jsonToken.end;
}
