import { placeholderMark, withoutMarks } from '../text/marks.ts';

/** What a placeholder of another client is in Req: the text between the braces, or undefined where it is text. */
export type Translate = (inner: string) => string | undefined;

/** A text of another client with marks for its placeholders. */
export function marked(text: string, translate: Translate): string {
  return withoutMarks(text).replace(/\{\{([^{}\r\n]*)\}\}/g, (whole, inner: string) => {
    const translated = translate(inner.trim());
    return translated === undefined ? whole : placeholderMark(translated);
  });
}
