import type { Range } from '../../../base/text/text.ts';
import { readGraphqlTokens, type GraphqlToken } from './graphqlTokens.ts';
import { formatJson } from './formatJsonBody.ts';
import { readJsonTokens } from './jsonBodyTokens.ts';
import type { Layout, WhiteSpace } from './whiteSpace.ts';

/** Deepest level with indentation of its own. */
const deepestIndent = 48;

/**
 * Formats a GraphQL document with placeholders: keeps its lines, indents them by their brackets and normalizes spaces. Adds
 * line breaks only inside braces that span several lines. Keeps strings, block strings and comments. Does nothing if the
 * text is not GraphQL.
 * @param variables whether JSON variables may follow after an empty line, as with the method GRAPHQL
 */
export function formatGraphql(
  text: string,
  range: Range,
  placeholders: readonly Range[],
  layout: Layout,
  space: WhiteSpace,
  variables: boolean,
): void {
  let variablesStart: number | undefined;
  const tokens = readGraphqlTokens(text, range, placeholders, (token) => {
    if (!variables || token.breaks < 2 || text.charAt(token.start) !== '{') return false;
    if (text.slice(range.start, token.start).trim() === '') return false;
    if (readJsonTokens(text, { start: token.start, end: range.end }, placeholders) === undefined) return false;
    variablesStart = token.start;
    return true;
  });
  const first = tokens?.[0];
  const last = tokens?.at(-1);
  if (tokens === undefined || first === undefined || last === undefined) return;
  const breaks = breaksBefore(text, tokens);
  const levels = levelsOf(text, tokens, breaks);
  // Without its indentation this comment would start a new request.
  if (tokens.some((t, i) => levels[i] === 0 && text.startsWith('###', t.start))) return;
  space.gap(range.start, first.start, '');
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    if (before === undefined) return;
    const level = levels[i];
    const wanted =
      level === undefined
        ? between(text, tokens, i)
        : layout.lineBreak.repeat(Math.min(breaks[i] ?? 0, 2)) + layout.indent.repeat(Math.min(level, deepestIndent));
    space.gap(before.end, token.start, wanted);
  });
  if (variablesStart === undefined) return space.gap(last.end, range.end, '');
  space.gap(last.end, variablesStart, layout.lineBreak.repeat(2));
  formatJson(text, { start: variablesStart, end: range.end }, placeholders, layout, space);
}

function breaksBefore(text: string, tokens: readonly GraphqlToken[]): readonly number[] {
  const wanted = tokens.map((t) => t.breaks);
  /** Open brackets: token index, and the number of line breaks before it. */
  const open: { readonly at: number; readonly before: number }[] = [];
  let before = 0;
  tokens.forEach(({ kind, start, breaks }, i) => {
    before += breaks;
    if (kind !== 'punctuator') return;
    const c = text.charAt(start);
    if (c === '{' || c === '(' || c === '[') open.push({ at: i, before });
    else if (c === '}' || c === ')' || c === ']') {
      const opened = open.pop();
      if (c !== '}' || opened === undefined || opened.before === before || opened.at + 1 === i) return;
      const first = opened.at + 1;
      // A comment on the line of the brace stays there.
      if (tokens[first]?.kind !== 'comment') wanted[first] = Math.max(1, wanted[first] ?? 0);
      wanted[i] = Math.max(1, wanted[i] ?? 0);
    }
  });
  return wanted;
}

/** The level of each token that begins a line. Brackets opened on the same line indent their content once. */
function levelsOf(text: string, tokens: readonly GraphqlToken[], breaks: readonly number[]): readonly (number | undefined)[] {
  /** The level of the line that contains each open bracket. */
  const open: number[] = [];
  let line = 0;
  return tokens.map(({ kind, start }, i) => {
    const c = kind === 'punctuator' ? text.charAt(start) : '';
    const closes = c === '}' || c === ')' || c === ']';
    const of = open.at(-1);
    const begins = i === 0 || (breaks[i] ?? 0) > 0;
    if (begins) line = of === undefined ? 0 : closes ? of : of + 1;
    if (closes) open.pop();
    else if (c === '{' || c === '(' || c === '[') open.push(line);
    return begins ? line : undefined;
  });
}

const operations: readonly string[] = ['query', 'mutation', 'subscription'];

/** The text between a token and the previous one on the same line. */
function between(text: string, tokens: readonly GraphqlToken[], i: number): string {
  const [a, b] = [tokens[i - 1] as GraphqlToken, tokens[i] as GraphqlToken];
  const here = text.slice(a.start, a.end);
  const next = text.slice(b.start, b.end);
  if (a.kind === 'word' && b.kind === 'word') return a.end === b.start ? '' : ' ';
  if (b.kind === 'punctuator') {
    if (',:!)]'.includes(next) || (here === '{' && next === '}')) return '';
    if (next === '(' && a.kind === 'word') {
      const before = tokens[i - 2];
      const anonymous =
        operations.includes(here) && (before === undefined || before.kind === 'comment' || text.charAt(before.start) === '}');
      return anonymous ? ' ' : '';
    }
  }
  if (a.kind === 'punctuator') {
    if ('([$@'.includes(here)) return '';
    if (here === '...') return b.kind === 'word' && next !== 'on' ? '' : ' ';
  }
  return ' ';
}
