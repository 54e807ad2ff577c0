import { colouredLength, type Token } from './textTokens.ts';
import { urlOfMarkup, urlsInText } from './urlsIn.ts';

/** Splits the tokens of a line at its URLs, which get their own tokens. The texts concatenate to the line. */
export function urlTokens(tokens: readonly Token[], isMarkup: boolean): readonly Token[] {
  if (!tokens.some(({ text }) => text.includes('://'))) return tokens;
  const found: Token[] = [];
  let offset = 0;
  for (const token of tokens) {
    const { text } = token;
    let at = 0;
    for (const { start, end } of offset > colouredLength ? [] : urlsInText(text.slice(0, colouredLength))) {
      // The rest of a URL that is cut is unknown.
      if (end === colouredLength && text.length > colouredLength) break;
      if (start > at) found.push({ ...token, text: text.slice(at, start) });
      const written = text.slice(start, end);
      found.push({ ...token, text: written, url: isMarkup ? urlOfMarkup(written) : written });
      at = end;
    }
    if (at < text.length) found.push({ ...token, text: text.slice(at) });
    offset += text.length;
  }
  return found;
}
