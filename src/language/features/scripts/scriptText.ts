import { contains, type Range } from '../../../base/text/text.ts';
import { scriptTokens, type ScriptToken } from '../../syntax/scriptTokens.ts';
import type { ScriptNode } from '../../syntax/nodes.ts';

/** One step of a chain such as `tool.expect(x).to`. */
export type Step =
  | { readonly kind: 'name'; readonly name: string }
  /** `(…)`. */
  | { readonly kind: 'call' }
  /** `[0]`, `["key"]`; undefined if the index is neither a number nor a string literal. */
  | { readonly kind: 'index'; readonly key: string | number | undefined };

/** The syntactic position of an offset in a script. Ranges are offsets in the file. */
export type ScriptPlace =
  /** An existing name, or a position where one may begin. `chain` is the expression before its dot, from the root; undefined without a dot. */
  | { readonly kind: 'name'; readonly range: Range; readonly chain: readonly Step[] | undefined }
  /** A string. `at` is its index in the tokens. */
  | { readonly kind: 'text'; readonly range: Range; readonly at: number; readonly tokens: readonly ScriptToken[] };

/** The position of an offset; undefined in comments and regular expressions, and after a token that no name can follow. */
export function placeInScript(source: string, script: ScriptNode, offset: number): ScriptPlace | undefined {
  const { start, end } = script.source;
  const tokens = scriptTokens(source, start, end);
  const next = tokens.findIndex((t) => t.range.start > offset);
  let last = (next < 0 ? tokens.length : next) - 1;
  // A name or an empty string may begin at the end of a sign.
  while (last > 0 && tokens[last]?.range.start === offset && tokens[last - 1]?.range.end === offset && tokens[last - 1]?.kind === 'word')
    last--;
  const token = tokens[last];
  if (token?.kind === 'text' && contains(token.range, offset)) return { kind: 'text', range: token.range, at: last, tokens };
  if (token?.kind === 'pattern' && offset < token.range.end && offset > token.range.start) return undefined;
  if (token?.kind === 'word' && contains(token.range, offset))
    return /^\d/.test(token.text) ? undefined : { kind: 'name', range: token.range, chain: chainBefore(tokens, last, source) };
  // A sign that begins at the offset comes after it.
  const before = token !== undefined && token.range.start === offset ? last - 1 : last;
  const gap = source.slice(tokens[before] === undefined ? start : endOf(tokens[before]), offset);
  if (gap.replace(/\/\*[^]*?\*\/|\/\/[^\n\r]*[\n\r]/g, '').includes('/')) return undefined;
  return { kind: 'name', range: { start: offset, end: offset }, chain: chainBefore(tokens, before + 1, source) };
}

/** The end of a token; a string includes its closing quote. */
const endOf = ({ kind, range }: ScriptToken): number => range.end + (kind === 'text' ? 1 : 0);

const isSign = (token: ScriptToken | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;

/** The chain before the dot that precedes a token; undefined without a dot, empty if the root is not a name. */
function chainBefore(tokens: readonly ScriptToken[], at: number, source: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let i = at - 1;
  if (!isSign(tokens[i], '.')) return undefined;
  while (isSign(tokens[i], '.')) {
    i--;
    if (isSign(tokens[i], '?')) i--;
    while (isSign(tokens[i], ')') || isSign(tokens[i], ']')) {
      const open = opening(tokens, i);
      steps.unshift(isSign(tokens[i], ')') ? { kind: 'call' } : { kind: 'index', key: keyOf(tokens, open, i, source) });
      i = open - 1;
    }
    const name = tokens[i];
    if (name?.kind !== 'word') return [];
    steps.unshift({ kind: 'name', name: name.text });
    i--;
  }
  return steps;
}

/** Index of the matching opening bracket, or -1. */
function opening(tokens: readonly ScriptToken[], closing: number): number {
  let depth = 0;
  for (let i = closing; i >= 0; i--) {
    const token = tokens[i];
    if (token?.kind !== 'sign') continue;
    if (')]}'.includes(token.text)) depth++;
    else if ('([{'.includes(token.text) && --depth === 0) return i;
  }
  return -1;
}

function keyOf(tokens: readonly ScriptToken[], open: number, close: number, source: string): string | number | undefined {
  const token = tokens[open + 1];
  if (token === undefined || close !== open + 2) return undefined;
  if (token.kind === 'word') return /^\d{1,15}$/.test(token.text) ? Number(token.text) : undefined;
  const text = source.slice(token.range.start, token.range.end);
  return token.kind === 'text' && token.whole && !text.includes('\\') ? text : undefined;
}
