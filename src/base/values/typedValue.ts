import { jsonToValue, parseJson, readJson, whyNoJson } from '../json/json.ts';
import { isDateValue, valueToJson, type Value } from './value.ts';

type Read = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

/** How to read a typed text: as text, as JSON, as a date, or as JSON if it is JSON other than a string (`either`). */
export type Reading = 'text' | 'json' | 'date' | 'either';

/** The reading that converts the text of a value back to the same type. */
export const readingOf = (value: Value): Reading => (typeof value === 'string' ? 'text' : isDateValue(value) ? 'date' : 'json');

export const editTextOf = (value: Value): string =>
  typeof value === 'string' ? value : isDateValue(value) ? value.toISOString() : valueToJson(value);

/** Parses a typed text. Numbers keep their digits; integers of any length are exact. */
export function readTyped(text: string, reading: Reading): Read {
  switch (reading) {
    case 'text':
      return { ok: true, value: text };
    case 'either':
      return { ok: true, value: jsonOrTyped(text) };
    case 'date': {
      const time = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
      return Number.isNaN(time)
        ? { ok: false, message: 'This is not a date. Write it as 2026-01-31 or 2026-01-31T12:00:00.000Z.' }
        : { ok: true, value: new Date(time) };
    }
    case 'json': {
      const result = readJson(text);
      return result.ok
        ? { ok: true, value: jsonToValue(result.node) }
        : { ok: false, message: `This ${whyNoJson(result.problem)}. A text is written in double quotes.` };
    }
  }
}

/** The value of a typed text that may be JSON. Users type text without quotes, so quotes are part of the text. */
export function jsonOrTyped(text: string): Value {
  const value = parseJson(text);
  return value === undefined || typeof value === 'string' ? text : value;
}
