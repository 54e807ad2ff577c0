import { isArrayValue, isObjectValue, type Value } from '../../base/values/value.ts';
import { plainText, separators } from '../../language/index.ts';
import type { AddNote } from '../import/importResult.ts';
import { at, has, object, text } from '../import/reading/importedValues.ts';
import type { Field } from '../import/reading/jsonFields.ts';
import { placeholderMark } from '../text/marks.ts';
import type { References } from './references.ts';

/** Whether a schema describes the bytes of a file. */
export const isBinary = (schema: Value | undefined): boolean =>
  text(schema, 'format') === 'binary' || (text(schema, 'contentMediaType') !== '' && text(schema, 'contentEncoding') === '');

/** A path that Req prompts for when sending, because a description names no files. */
export const askedFile = (what: string): string => placeholderMark(`?Path of the file for ${what.replace(/[{}|"'\r\n]+/g, ' ').trim()}`);

/** Serialization of a property (Encoding Object, OpenAPI 3.1 §4.8.15). Without a style, objects are JSON, and lists repeat the name. */
interface Encoding {
  readonly style: string;
  readonly explode: boolean;
  readonly type: string;
  readonly isGiven: boolean;
}

function encodingOf(described: Value, name: string): Encoding {
  const given = at(described, 'encoding', name);
  const style = text(given, 'style') || 'form';
  return {
    style,
    explode: has(given, 'explode') ? text(given, 'explode') === 'true' : style === 'form',
    type: text(given, 'contentType').split(',')[0]?.trim() ?? '',
    isGiven: has(given, 'style') || has(given, 'explode'),
  };
}

/** The fields of a form body: its example's values by their encoding, then its files. */
export function formFields(
  example: Value,
  schema: Value | undefined,
  described: Value,
  references: References,
  addNote: AddNote,
): readonly Field[] {
  const named = new Map(isObjectValue(example) ? example : []);
  const files: Field[] = [];
  for (const [name, property] of object(at(schema, 'properties'))) {
    const resolved = references.resolve(property);
    const item = references.resolve(at(resolved, 'items'));
    if (!isBinary(resolved) && !isBinary(item)) continue;
    named.delete(name);
    addNote('information', `The field ${name} is a file: Req asks for its path when it sends. To avoid the question, write it after <.`);
    const { type } = encodingOf(described, name);
    files.push({ name, value: askedFile(name), type, isFile: true, fileName: `${name.replace(/[^\w.-]+/g, '-')}.bin` });
  }
  return [...Array.from(named, ([name, v]) => written(name, v, encodingOf(described, name))).flat(), ...files];
}

/** The type of an object in a part of a multipart body, if the document names no other (OpenAPI 3.1 §4.8.15). */
const json = { type: 'application/json' };

function written(name: string, value: Value, encoding: Encoding): readonly Field[] {
  const { style, explode, type, isGiven } = encoding;
  const typed = type === '' ? {} : { type };
  if (type !== '' && !isGiven) return [{ name, value: plainText(value), type }];
  if (style === 'deepObject') return nested(name, value);
  if (isArrayValue(value)) {
    if (explode) return value.map((v) => Object.assign({ name, value: plainText(v) }, isObjectValue(v) ? json : {}, typed));
    return value.length === 0 ? [] : [{ name, value: value.map(plainText).join(separators[style] ?? ',') }];
  }
  if (!isObjectValue(value)) return [{ name, value: plainText(value), ...typed }];
  if (!isGiven) return [{ name, value: plainText(value), ...json, ...typed }];
  const entries = [...value];
  if (explode) return entries.map(([key, v]) => ({ name: key, value: plainText(v) }));
  return [{ name, value: entries.flatMap(([key, v]) => [key, plainText(v)]).join(separators[style] ?? ',') }];
}

/** `name[key]=…`, `name[0]=…`, at any depth. */
function nested(name: string, value: Value): readonly Field[] {
  if (isArrayValue(value)) return value.flatMap((v, i) => nested(`${name}[${i}]`, v));
  if (isObjectValue(value)) return [...value].flatMap(([key, v]) => nested(`${name}[${key}]`, v));
  return [{ name, value: plainText(value), isNested: true }];
}
