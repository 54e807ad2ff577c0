import { colouredLength, TokenList, type Token } from './textTokens.ts';

const part = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[{}[\],:]+/g;

/** Colors one line of JSON. The tokens' texts concatenate to the line; an unclosed string counts as a string. */
export function jsonTokens(line: string): readonly Token[] {
  const list = new TokenList();
  const head = line.slice(0, colouredLength);
  let at = 0;
  for (const match of head.matchAll(part)) {
    list.add('plain', head.slice(at, match.index));
    at = match.index + match[0].length;
    list.add(kindOf(match[0], head, at), match[0]);
  }
  list.add('plain', line.slice(at));
  return list.tokens;
}

function kindOf(text: string, line: string, end: number): Token['kind'] {
  const c = text.charAt(0);
  if (c === '"') return /^[ \t]*:/.test(line.slice(end, end + 8)) ? 'key' : 'string';
  if (c === '-' || (c >= '0' && c <= '9')) return 'number';
  return c === 't' || c === 'f' || c === 'n' ? 'literal' : 'punctuation';
}
