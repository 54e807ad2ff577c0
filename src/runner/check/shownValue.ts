import { shortened } from '../../base/text/shortened.ts';
import { jsonPieces, type Value } from '../../base/values/value.ts';

const longest = 300;

export const cutText = (text: string): string => shortened(text, longest);

/** A value as JSON, for messages. Serializes only as much as is shown, because it may be a whole body. */
export function shownValue(v: Value): string {
  let text = '';
  for (const piece of jsonPieces(v)) {
    text += piece;
    if (text.length > longest) return cutText(text);
  }
  return text;
}
