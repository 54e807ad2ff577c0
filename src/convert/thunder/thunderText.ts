import { variableName } from '../import/layout/fileNames.ts';
import { marked } from '../import/reading/importedPlaceholders.ts';
import type { AddNote } from '../import/importResult.ts';

/** System variables of Thunder Client with their equivalents in Req. */
const dynamics: Readonly<Record<string, string>> = {
  '#guid': '$uuid',
  '#date': '$timestamp',
  '#dateISO': '$isoTimestamp',
  '#number': '$randomInt 1 1000001',
  '#string': '$randomWord',
  '#email': '$randomEmail',
};

/** A system variable with arguments: `#number, 1, 9` and `#date, 'YYYY-MM-DD'`. */
function withArguments(inner: string): string | undefined {
  const [, least, most] = /^#number\s*,\s*(-?\d{1,15})\s*,\s*(-?\d{1,15})$/.exec(inner) ?? [];
  if (least !== undefined) return `$randomInt ${least} ${Number(most) + 1}`;
  const pattern = /^#date\s*,\s*'([^'"|{}\\]+)'$/.exec(inner)?.[1];
  return pattern === undefined ? undefined : `$localDatetime "${pattern.replaceAll('fff', 'SSS')}"`;
}

/** Marks the placeholders of a text. */
export const thunderText = (text: string, addNote: AddNote): string =>
  marked(text, (inner) => {
    if (Object.hasOwn(dynamics, inner)) return dynamics[inner];
    const dynamic = withArguments(inner);
    if (dynamic !== undefined) return dynamic;
    const [name = '', ...filters] = inner.split('|');
    if (name.startsWith('#') || !/^[\p{L}_][\p{L}\p{N}_. -]*$/u.test(name.trim())) {
      addNote('warning', `{{${inner}}} generates a value that Req does not support: it is text.`);
      return undefined;
    }
    if (filters.length > 0) addNote('warning', `The filter of {{${inner}}} is not carried over.`);
    return variableName(name);
  });
