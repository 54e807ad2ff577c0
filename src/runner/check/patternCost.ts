/** Steps that may run on the main thread: a few milliseconds. */
const quickSteps = 1 << 22;
/** Characters of a pattern that is looked at. */
const longestPattern = 1000;

/**
 * Whether a regular expression surely ends soon on a text of that length. Conservative: it knows no repeated groups, look-around
 * or backreferences. Without them backtracking chooses only how often each character repeats and which alternative is taken, so
 * the product of these choices bounds the steps.
 */
export function isQuick({ source, flags }: Pick<RegExp, 'source' | 'flags'>, length: number): boolean {
  // Classes nest under the flag `v`.
  if (flags.includes('v') || source.length > longestPattern) return false;
  // Without the flag `u`, `\p{1,}` is a letter that repeats.
  if (!flags.includes('u') && /\\[pPu]\{/.test(source)) return false;
  return mostSteps(source, flags.includes('m'), length) <= quickSteps;
}

/** An escape, a class, the beginning of a group, a quantifier, or any other character. */
const tokens = /\\(?:[pPu]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?(?::|<[^=!>]+>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/gy;

function mostSteps(source: string, multiline: boolean, length: number): number {
  /** How many alternatives each open group has; the whole pattern is the first. */
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
  // `^` fails at once everywhere but at the start.
  return source.startsWith('^') && !multiline && alternatives === 1 ? length + ways : (length + 1) * ways;
}

/** In how many ways a quantifier repeats what is before it; undefined for any other token. */
function repetitions(token: string, length: number): number | undefined {
  if (/^[*+]/.test(token)) return length + 1;
  if (token.startsWith('?')) return 2;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (least === undefined) return undefined;
  return (most !== undefined && most !== '' ? Number(most) : Number(least) + (comma === ',' ? length : 0)) + 1;
}
