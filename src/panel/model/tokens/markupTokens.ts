import { colouredLength, TokenList, type Token } from './textTokens.ts';

const opening = /<!--|<!\[CDATA\[|<[!?/]?[\p{L}_:]/u;
const inTag = /"[^"]*(?:"|$)|'[^']*(?:'|$)|[/?]?>|[\p{L}_:][\p{L}\p{N}_:.-]*|[^\p{L}_:"'>]+/gu;

/**
 * Colors one line of XML or HTML without context: a line that closes a tag or comment first is assumed to start inside
 * it. The tokens' texts concatenate to the line.
 */
export function markupTokens(line: string): readonly Token[] {
  const list = new TokenList();
  let rest = line.slice(0, colouredLength);
  const beyond = line.slice(colouredLength);

  const firstOpen = rest.indexOf('<');
  const commentEnd = rest.indexOf('-->');
  const tagEnd = rest.indexOf('>');
  if (commentEnd >= 0 && !rest.slice(0, commentEnd).includes('<!--')) take('comment', commentEnd + 3);
  else if (tagEnd >= 0 && (firstOpen < 0 || tagEnd < firstOpen)) takeTag();

  while (rest !== '') {
    const open = opening.exec(rest);
    if (open === null) break;
    take('plain', open.index);
    if (open[0] === '<!--') take('comment', endAfter('-->'));
    else if (open[0] === '<![CDATA[') {
      take('punctuation', open[0].length);
      take('string', rest.indexOf(']]>') < 0 ? rest.length : rest.indexOf(']]>'));
      if (rest.startsWith(']]>')) take('punctuation', 3);
    } else {
      const sign = /^<[!?/]?/.exec(rest)?.[0].length ?? 1;
      take('punctuation', sign);
      take('tag', /^[\p{L}_:][\p{L}\p{N}_:.-]*/u.exec(rest)?.[0].length ?? 0);
      takeTag();
    }
  }
  list.add('plain', rest);
  list.add('plain', beyond);
  return list.tokens;

  function take(kind: Token['kind'], length: number): void {
    list.add(kind, rest.slice(0, length));
    rest = rest.slice(length);
  }

  function endAfter(close: string): number {
    const at = rest.indexOf(close);
    return at < 0 ? rest.length : at + close.length;
  }

  /** Attributes, up to and including the end of the tag. */
  function takeTag(): void {
    let end = 0;
    for (const match of rest.matchAll(inTag)) {
      const text = match[0];
      end = match.index + text.length;
      if (text.startsWith('"') || text.startsWith("'")) list.add('string', text);
      else if (/^[\p{L}_:]/u.test(text)) list.add('attribute', text);
      else list.add('punctuation', text);
      if (/^[/?]?>$/.test(text)) break;
    }
    rest = rest.slice(end);
  }
}
