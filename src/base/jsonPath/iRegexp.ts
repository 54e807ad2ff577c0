/** Longest pattern in characters. */
export const longestPattern = 10_000;

/**
 * Converts an I-Regexp (RFC 9485) to a JavaScript regular expression; undefined if it is invalid or longer than `longestPattern`. Only the differences
 * are handled: `.` excludes CR and LF, and `\d`, `\w`, groups with `?` and lazy quantifiers do not exist.
 */
export function iRegexp(pattern: string, whole: boolean): RegExp | undefined {
  if (pattern.length > longestPattern) return undefined;
  let out = '';
  /** Offset of the last `{`. */
  let brace = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const c = pattern.charAt(at);
    if (c === '\\') {
      const property = /^\\[pP]\{[A-Z][a-z]?\}/.exec(pattern.slice(at, at + 8))?.[0];
      const escape = property ?? /^\\[()*+\-.?[\\\]^nrt{|}]/.exec(pattern.slice(at, at + 2))?.[0];
      if (escape === undefined) return undefined;
      // Only I-Regexp allows an escaped hyphen outside a class.
      out += escape === '\\-' && !inClass ? '-' : escape;
      at += escape.length - 1;
    } else if (inClass) {
      if (c === '[') return undefined;
      if (c === ']') inClass = false;
      out += c;
    } else if (c === '[') {
      inClass = true;
      out += c;
    } else if (c === '.') out += String.raw`[^\n\r]`;
    else if ((c === '(' && pattern.charAt(at + 1) === '?') || (/[*+?}]/.test(c) && /[+?*{]/.test(pattern.charAt(at + 1)))) return undefined;
    else if (c === ']' || (c === '}' && !/^\{\d+(?:,\d*)?$/.test(pattern.slice(brace, at)))) return undefined;
    else {
      if (c === '{') brace = at;
      out += c;
    }
  }
  try {
    return new RegExp(whole ? `^(?:${out})$` : out, 'u');
  } catch {
    return undefined;
  }
}
