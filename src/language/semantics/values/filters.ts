import { valueToJson, valueToText, type Value } from '../../../base/values/value.ts';

export interface FilterEntry {
  readonly name: string;
  readonly summary: string;
}

/** The filters of the language, `{{path | name}}`. */
export const filters: readonly FilterEntry[] = [
  { name: 'json', summary: 'As JSON, escaped for its position: inside a JSON string without the outer quotes.' },
  { name: 'url', summary: 'Percent-encodes everything except letters, digits and -._~ (RFC 3986 §2.3).' },
  { name: 'uri', summary: 'Percent-encodes only characters that no URL can contain, such as spaces. %XX, & and = stay.' },
  { name: 'base64', summary: 'Base64 of the UTF-8 text (RFC 4648 §4).' },
  { name: 'base64url', summary: 'Base64 for URLs, without padding (RFC 4648 §5).' },
  { name: 'lower', summary: 'In lower case.' },
  { name: 'upper', summary: 'In upper case.' },
  { name: 'trim', summary: 'Without white space at both ends.' },
  { name: 'default', summary: 'This text if the value is undefined (not if it is null or empty): default "text".' },
];

/** The text percent-encoded for any place in a URL (RFC 3986 §2.3). */
export const percentEncodeAll = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Characters that occur nowhere in a URL, and `%` that is not the start of `%XX`. As in the package encodeurl, which other clients use. */
const notInUrl = /(?:[^\x21\x25\x26-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]|%(?![0-9A-Fa-f]{2}))+/g;

/** The text with the characters percent-encoded that no URL can contain. */
export const percentEncodeInvalid = (text: string): string => text.toWellFormed().replace(notInUrl, encodeURI);

/** Base64 of the text's UTF-8 bytes (RFC 4648 §4). */
export function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Applies a filter. Returns undefined for an unknown one; `default` returns the value unchanged.
 * @param inString the placeholder is inside a JSON string
 */
export function applyFilter(name: string, value: Value, inString: boolean): Value | undefined {
  switch (name) {
    case 'json':
      // In a JSON string: a string is escaped and loses its quotes; other values are inserted as escaped JSON text.
      return inString ? valueToJson(valueToText(value)).slice(1, -1) : valueToJson(value);
    case 'url':
      return percentEncodeAll(valueToText(value));
    case 'uri':
      return percentEncodeInvalid(valueToText(value));
    case 'base64':
      return base64(valueToText(value));
    case 'base64url':
      return base64(valueToText(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    case 'lower':
      return valueToText(value).toLowerCase();
    case 'upper':
      return valueToText(value).toUpperCase();
    case 'trim':
      return valueToText(value).trim();
    case 'default':
      return value;
    default:
      return undefined;
  }
}
