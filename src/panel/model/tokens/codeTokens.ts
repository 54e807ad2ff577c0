import { colouredLength, TokenList, type Token } from './textTokens.ts';

/** Tokens to color in a line of CSS or JavaScript. Regular expressions and templates that span lines are not detected. */
const parts = {
  css: /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|#[\da-f]{3,8}\b|@[\w-]+|!important\b|[+-]?(?:\d+\.?\d*|\.\d+)(?:%|[a-z]+)?\b|[{}()[\];:,]+|[\w-]+/gi,
  javascript:
    /\/\/.*$|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$)|`(?:[^`\\]|\\.)*(?:`|\\?$)|\b(?:0[xob][\da-f_]+|\d[\d_]*\.?[\d_]*(?:e[+-]?\d+)?)n?\b|[$\p{ID_Start}][$\p{ID_Continue}]*|[{}()[\];:,]+/giu,
} as const;

const keywords: ReadonlySet<string> = new Set(
  'await break case catch class const continue debugger default delete do else export extends finally for from function if import in instanceof let new of return static super switch this throw try typeof var void while with yield async get set'.split(
    ' ',
  ),
);
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined', 'NaN', 'Infinity']);

/** Colors one line of CSS or JavaScript without context. The tokens' texts concatenate to the line. */
export function codeTokens(line: string, language: 'css' | 'javascript'): readonly Token[] {
  const list = new TokenList();
  const head = line.slice(0, colouredLength);
  // The end of a comment that started on an earlier line.
  const commentEnd = head.indexOf('*/');
  const opens = head.indexOf('/*');
  let at = 0;
  if ((commentEnd >= 0 && (opens < 0 || opens > commentEnd)) || /^\s*\*(?:\s|$)/.test(head)) {
    at = commentEnd < 0 ? head.length : commentEnd + 2;
    list.add('comment', head.slice(0, at));
  }
  const rest = head.slice(at);
  let from = 0;
  for (const match of rest.matchAll(parts[language])) {
    list.add('plain', rest.slice(from, match.index));
    from = match.index + match[0].length;
    list.add(language === 'css' ? kindInCss(match[0], rest.slice(from, from + 200)) : kindInScript(match[0]), match[0]);
  }
  list.add('plain', rest.slice(from));
  list.add('plain', line.slice(head.length));
  return list.tokens;
}

/** @param after the text after the token */
function kindInCss(text: string, after: string): Token['kind'] {
  const c = text.charAt(0);
  if (text.startsWith('/*')) return 'comment';
  if (c === '"' || c === "'") return 'string';
  if (c === '@' || c === '!') return 'literal';
  if (c === '#' || /^[+-]?[\d.]/.test(text)) return 'number';
  if (/[{}()[\];:,]/.test(c)) return 'punctuation';
  // A property name: before a colon that does not start a selector (`a:hover {`).
  return /^\s*:(?!:)[^{]*$/.test(after) ? 'attribute' : 'plain';
}

function kindInScript(text: string): Token['kind'] {
  const c = text.charAt(0);
  if (text.startsWith('//') || text.startsWith('/*')) return 'comment';
  if (c === '"' || c === "'" || c === '`') return 'string';
  if (c >= '0' && c <= '9') return 'number';
  if (/[{}()[\];:,]/.test(c)) return 'punctuation';
  if (literals.has(text)) return 'literal';
  return keywords.has(text) ? 'tag' : 'plain';
}

/** The coloring for a media type without its own body view. */
export function codeLanguage(contentType: string): 'css' | 'javascript' | 'text' {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'text/css') return 'css';
  return /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type) ? 'javascript' : 'text';
}
