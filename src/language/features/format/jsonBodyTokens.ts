import { jsonToken, JsonScanner } from '../../../base/json/jsonScanner.ts';
import type { Range } from '../../../base/text/text.ts';

/** The tokens of a JSON text with placeholders: an array per property, because there may be a million of them. */
export interface JsonTokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For the token that opens an object or a list, the index of the one that closes it. */
  readonly partners: readonly number[];
  /** The number of line breaks before each token. */
  readonly breaks: readonly number[];
}

/** Maximum nesting. Deeper bodies are not formatted: they are not written by hand, and their indentation would grow quadratically. */
const maxDepth = 500;

/**
 * Reads a JSON text (RFC 8259) in which a placeholder can replace a value, a key, all members of an object, or a part of any of these or of
 * a string. Undefined for other texts. Linear.
 */
export function readJsonTokens(text: string, range: Range, placeholders: readonly Range[]): JsonTokens | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  const partners: number[] = [];
  const breaks: number[] = [];
  /** Indexes of the open objects and lists, innermost last. */
  const open: number[] = [];
  const scanner = new JsonScanner(text, range, placeholders);
  let token = scanner.next();
  for (; token > 0; token = scanner.next()) {
    if (token === jsonToken.open && open.push(starts.length) > maxDepth) return undefined;
    if (token === jsonToken.close) partners[open.pop() as number] = starts.length;
    starts.push(scanner.start);
    ends.push(scanner.at);
    breaks.push(scanner.breaks);
  }
  return token === jsonToken.end ? { starts, ends, partners, breaks } : undefined;
}
