import { visibleText } from '../../../base/text/visible.ts';
import type { Span } from '../../syntax/nodes.ts';
import { decoded } from './decoded.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { code, oneLine } from './hoverMarkdown.ts';

/** Limit of characters to each side of the offset. */
const reach = 16_384;

/** The longest run of matching characters around an offset of the file, within a span. */
export function wordAt(span: Span, offset: number, character: RegExp): Span | undefined {
  const { text } = span;
  const at = offset - span.start;
  let [start, end] = [at, at];
  while (start > 0 && at - start < reach && character.test(text[start - 1] as string)) start--;
  while (end < text.length && end - at < reach && character.test(text[end] as string)) end++;
  return start === end ? undefined : { start: span.start + start, end: span.start + end, text: text.slice(start, end) };
}

/** Hover that decodes literal text: a token, a timestamp, or percent-encoded text. */
export function ofLiteral(span: Span, offset: number, { now }: HoverContext): Hover | undefined {
  const token = wordAt(span, offset, /[\w.-]/);
  const meaning = token === undefined ? undefined : decoded(token.text, now);
  if (token !== undefined && meaning !== undefined) return { range: token, markdown: meaning };
  const encoded = wordAt(span, offset, /[^\s&=?/#{}"'<>,;]/);
  if (encoded === undefined || !/%[\da-f]{2}/i.test(encoded.text)) return undefined;
  try {
    const text = decodeURIComponent(encoded.text);
    return { range: encoded, markdown: `Decoded: ${code(oneLine(visibleText(text), 2000))}` };
  } catch {
    return undefined;
  }
}
