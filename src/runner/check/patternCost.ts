/** Backtracking steps that may run on the main thread: a few milliseconds. */
const quickSteps = 1 << 22;
/** Longer patterns, in characters, count as slow. */
const longestPattern = 1000;

/**
 * Whether a regular expression is guaranteed to end soon on a text of `length` characters. Conservative: patterns with repeated
 * groups, look-around or backreferences count as slow. Without them, backtracking chooses only how often each character repeats
 * and which alternative is taken, so the product of these choices bounds the steps.
 */
export function isQuick({ source, flags }: Pick<RegExp, 'source' | 'flags'>, length: number): boolean {
  // Classes nest under the flag `v`.
  if (flags.includes('v') || source.length > longestPattern) return false;
  // Without the flag `u`, `\p{1,}` is a repeated letter.
  if (!flags.includes('u') && /\\[pPu]\{/.test(source)) return false;
  return mostSteps(source, flags.includes('m'), length) <= quickSteps;
}

/** An escape, a class, the start of a group, a quantifier, or any other character. */
const tokens = /\\(?:[pPu]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?::|<[^=!>]+>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gy;

function mostSteps(source: string, multiline: boolean, length: number): number {
  /** Number of alternatives of each open group; the first entry is the whole pattern. */
  const open = [1];
  let choices = 1;
  let afterGroup = false;
  for (const { 0: token, index } of source.matchAll(tokens)) {
    const repeats = repetitions(token, length);
    if (repeats !== undefined && afterGroup && repeats > 2) return Infinity;
    choices *= repeats ?? 1;
    afterGroup = token === ')';
    if (token === '(' && source.charAt(index + 1) === '?') return Infinity;
    if (/^\\[1-9k]/.test(token)) return Infinity;
    if (token === '|') open.push((open.pop() ?? 1) + 1);
    else if (token.startsWith('(')) open.push(1);
    else if (afterGroup) choices *= open.pop() ?? 1;
  }
  const [alternatives = 1] = open;
  const ways = choices * alternatives * source.length;
  // `^` fails immediately at every position but the start.
  return source.startsWith('^') && !multiline && alternatives === 1 ? length + ways : (length + 1) * ways;
}

/** Number of possible repetition counts of a quantifier; undefined for any other token. */
function repetitions(token: string, length: number): number | undefined {
  if (/^[*+]/.test(token)) return length + 1;
  if (token.startsWith('?')) return 2;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (least === undefined) return undefined;
  return (most !== undefined && most !== '' ? Number(most) : Number(least) + (comma === ',' ? length : 0)) + 1;
}
