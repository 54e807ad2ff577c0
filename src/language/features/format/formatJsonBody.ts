import type { Range } from '../../../base/text/text.ts';
import { readJsonTokens, type JsonTokens } from './jsonBodyTokens.ts';
import type { Layout, WhiteSpace } from './whiteSpace.ts';

/** Values written on one line stay there if they fit in this many columns. */
const widest = 100;
/** Deepest level with indentation of its own, so that the output stays linear in the input. */
const deepestIndent = 48;
const tabColumns = 4;

/**
 * Formats a JSON text with placeholders: objects and arrays on one line stay there if they fit; others get one entry per
 * line. Does nothing if the text is not JSON.
 */
export function formatJson(text: string, range: Range, placeholders: readonly Range[], layout: Layout, space: WhiteSpace): void {
  const tokens = readJsonTokens(text, range, placeholders);
  if (tokens === undefined) return;
  const { starts, ends, partners, breaks } = tokens;
  const flat = flatEnds(text, tokens);
  const levelColumns = layout.indent === '\t' ? tabColumns : layout.indent.length;
  const lines = Array.from({ length: deepestIndent + 1 }, (_, level) => layout.lineBreak + layout.indent.repeat(level));
  /** Closing tokens of the open multi-line values, innermost last. */
  const closing: number[] = [];
  /** Closing token of the current one-line value. */
  let flatUntil = -1;
  let column = 0;

  const staysFlat = (open: number, close: number): boolean => {
    const width = (flat[close] as number) - (flat[open] as number) + 1;
    const separator = text.charAt(starts[close + 1] ?? text.length) === ',' ? 1 : 0;
    return breaks[open] === breaks[close] && column + width + separator <= widest;
  };

  space.gap(range.start, starts[0] as number, '');
  for (let i = 0; i + 1 < starts.length; i++) {
    const [end, next] = [ends[i] as number, starts[i + 1] as number];
    const close = partners[i];
    let breakHere = false;
    if (i > flatUntil && close !== undefined) {
      if (close === i + 1 || staysFlat(i, close)) flatUntil = close;
      else {
        closing.push(close);
        breakHere = true;
      }
    }
    column += end - (starts[i] as number);
    if (i >= flatUntil) {
      if (closing.at(-1) === i + 1) {
        closing.pop();
        breakHere = true;
      } else breakHere ||= text.charAt(starts[i] as number) === ',';
    }
    if (breakHere) {
      const depth = Math.min(closing.length, deepestIndent);
      space.gap(end, next, lines[depth] as string);
      column = depth * levelColumns;
    } else {
      const between = flatGap(text, tokens, i);
      space.gap(end, next, between);
      column += between.length;
    }
  }
  space.gap(ends.at(-1) as number, range.end, '');
}

/** Column where each token would end if all were on one line. */
function flatEnds(text: string, tokens: JsonTokens): readonly number[] {
  const { starts, ends } = tokens;
  const flat: number[] = [];
  let at = 0;
  for (let i = 0; i < starts.length; i++) {
    at += (ends[i] as number) - (starts[i] as number);
    flat.push(at);
    at += flatGap(text, tokens, i).length;
  }
  return flat;
}

/** The text between a token and the next one on the same line: `{ "a": [1, 2] }`. */
function flatGap(text: string, { starts, partners }: JsonTokens, i: number): string {
  const here = text.charAt(starts[i] as number);
  const next = text.charAt(starts[i + 1] ?? text.length);
  if (next === ',' || next === ':' || partners[i] === i + 1) return '';
  if (here === ',' || here === ':' || next === '}') return ' ';
  return here === '{' && partners[i] !== undefined ? ' ' : '';
}
