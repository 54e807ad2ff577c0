import { isDynamic } from '../../language/index.ts';
import { variableName } from '../import/layout/fileNames.ts';
import { marked } from '../import/reading/importedPlaceholders.ts';
import type { AddNote } from '../import/importResult.ts';

/** Dynamic values of Postman that Req writes differently. */
const dynamics: Readonly<Record<string, string>> = {
  $guid: '$uuid',
  $uuid: '$uuid',
  $randomUUID: '$uuid',
  $timestamp: '$timestamp',
  $isoTimestamp: '$isoTimestamp',
  $randomInt: '$randomInt 0 1001',
};

/** Translates placeholders that only one client has; undefined for others. */
export type OwnPlaceholders = (inner: string) => string | undefined;

/**
 * Marks the placeholders of a text.
 * @param own additional placeholders of a client with the same syntax
 */
export function postmanText(text: string, addNote: AddNote, own: OwnPlaceholders = ofPostman): string {
  return marked(text, (inner) => {
    if (inner === '') return undefined;
    const meant = own(inner);
    if (meant !== undefined) return meant;
    if (inner.startsWith('$')) {
      const known = Object.hasOwn(dynamics, inner) ? dynamics[inner] : undefined;
      if (known === undefined && inner.startsWith('$random') && isDynamic(inner)) return inner;
      if (known === undefined && !/^\$[a-z][A-Za-z]*$/.test(inner)) {
        addNote('warning', `{{${inner}}} is not a placeholder in the source: it is text, written \\{{${inner}}}.`);
        return undefined;
      }
      if (known === undefined)
        addNote('warning', `{{${inner}}} generates a value that Req does not support: give the variable ${variableName(inner)} one.`);
      return known ?? variableName(inner);
    }
    const name = variableName(inner);
    if (name !== inner) addNote('information', `The variable ${JSON.stringify(inner)} is called ${name}.`);
    return name;
  });
}

/** Values of Postman's vault. */
const ofPostman: OwnPlaceholders = (inner) =>
  inner.startsWith('vault:') ? `$secret.${variableName(inner.slice(6)).replaceAll('.', '_')}` : undefined;
