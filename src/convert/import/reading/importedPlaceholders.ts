import { placeholderMark, withoutMarks } from '../../text/marks.ts';

/** Translates a placeholder of another client, without braces. Undefined if it is plain text. */
export type Translate = (inner: string) => string | undefined;

export function marked(text: string, translate: Translate): string {
  return withoutMarks(text).replace(/\{\{([^{}\r\n]*)\}\}/g, (whole, inner: string) => {
    const translated = translate(inner.trim());
    return translated === undefined ? whole : placeholderMark(translated);
  });
}
