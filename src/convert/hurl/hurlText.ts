import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';
import { marked } from '../import/reading/importedPlaceholders.ts';
import { asTemplate, RawTexts } from '../text/literalText.ts';
import { piecesOf } from '../text/marks.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Resolves the escapes of a text. Before another letter the backslash stays: `\d` is an error in Hurl, and intended for a pattern. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:u\{([0-9A-Fa-f]{1,6})\}|([^]))/g, (whole, code: string | undefined, sign: string | undefined) => {
    if (code === undefined) return escapes[sign ?? ''] ?? (/\w/.test(sign ?? '') ? whole : (sign ?? ''));
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? whole : String.fromCodePoint(point);
  });

/** Marks the placeholders of a text. */
export const hurlTemplate = (text: string, addNote: AddNote): string => marked(text, (inner) => placeholderOf(inner, addNote));

/** Marks the placeholders of a text, and resolves the escapes around them. */
export const hurlText = (text: string, addNote: AddNote): string =>
  piecesOf(hurlTemplate(text, addNote))
    .map((p) => (p.kind === 'text' ? unescaped(p.text) : p.mark))
    .join('');

/** The path of a placeholder in Req; undefined for plain text. */
export function placeholderOf(inner: string, addNote: AddNote): string | undefined {
  if (inner === 'newUuid') return '$uuid';
  if (inner === 'newDate') return '$isoTimestamp';
  const variable = /^getEnv\s*\(?\s*"(\w+)"\s*\)?$/.exec(inner)?.[1];
  if (variable !== undefined) return `$env.${variable}`;
  if (/^[A-Za-z][\w-]*$/.test(inner)) return variableName(inner);
  addNote('warning', `{{${inner}}} is not a placeholder that Req can read: it is text.`);
  return undefined;
}

/** A marked text as a JavaScript expression; placeholders are filled in when the script runs. */
export function textInScript(text: string): string {
  if (!piecesOf(text).some((p) => p.kind === 'placeholder')) return JSON.stringify(text);
  return `tool.interpolate(${JSON.stringify(asTemplate(text, new RawTexts('')))})`;
}

/** A marked text as a JSON text in an assertion; undefined if a line cannot contain it. */
export const textInAssertion = (text: string): string | undefined =>
  inLine(
    `"${piecesOf(text)
      .map((p) => (p.kind === 'text' ? JSON.stringify(p.text).slice(1, -1) : p.mark))
      .join('')}"`,
  );

/** A marked text in a line; undefined if a line cannot contain it. */
export function inLine(text: string): string | undefined {
  const raw = new RawTexts('');
  const written = asTemplate(text, raw);
  return raw.definitions().length > 0 || /[\r\n\u0085\u2028\u2029]/.test(written) ? undefined : written;
}

/** Splits `name: value`, both marked. */
export function hurlField(text: string, addNote: AddNote): { readonly name: string; readonly value: string } {
  const [, name = text, value = ''] = /^((?:\\.|[^\\:])+?)\s*:\s*([^]*)$/.exec(text) ?? [];
  return { name: hurlText(name, addNote), value: hurlText(value, addNote) };
}
