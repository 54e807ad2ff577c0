import { valueToText, type Value } from '../../../base/values/value.ts';
import type { Placeholder, TextPart } from '../../syntax/template.ts';
import { applyFilter } from './filters.ts';

export interface JsonPiece {
  readonly part: TextPart | Placeholder;
  readonly inString: boolean;
  readonly text: string;
}

/**
 * Fills a JSON template.
 * @param escape which placeholders are escaped for their position, in addition to those with `| json`
 */
export function fillJsonTemplate(
  parts: readonly (TextPart | Placeholder)[],
  valueOf: (p: Placeholder, inString: boolean) => Value,
  escape: 'none' | 'in strings' | 'all',
): readonly JsonPiece[] {
  let inString = false;
  return parts.map((part) => {
    const begins = inString;
    if (part.kind === 'text') {
      inString = endsInString(part.text, inString);
      return { part, inString: begins, text: part.text };
    }
    const value = valueOf(part, begins);
    const wanted = (escape === 'all' || (escape === 'in strings' && begins)) && !part.filters.some((f) => f.name === 'json');
    return { part, inString: begins, text: valueToText(wanted ? (applyFilter('json', value, begins) ?? value) : value) };
  });
}

/** Whether the position after `text` is inside a JSON string. `inString` is the state before it. Strings end with their line. */
export function endsInString(text: string, inString: boolean): boolean {
  let inside = inString;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 34) inside = !inside;
    else if (c === 92 && inside) i++;
    else if ((c === 10 || c === 13) && inside) inside = false;
  }
  return inside;
}
