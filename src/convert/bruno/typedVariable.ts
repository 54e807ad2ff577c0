import { parseJson } from '../../base/json/json.ts';
import { valueToJson } from '../../base/values/value.ts';
import { placeholderMark } from '../text/marks.ts';
import type { Entry } from './bru.ts';

/**
 * Definitions of a variable with an annotation such as `@number`; undefined if its value has another type. A definition is a text or JSON,
 * so a number or a boolean is written as an item of a list.
 */
export function typedVariable(name: string, { type, value }: Entry): readonly (readonly [string, string])[] | undefined {
  const text = value.trim();
  const json = type === undefined ? undefined : parseJson(text);
  if (json === undefined || json === null || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  if (type === 'object') return typeof json === 'object' ? [[name, valueToJson(json)]] : undefined;
  const isTyped = type === 'boolean' ? typeof json === 'boolean' : /^-?\d/.test(text);
  return isTyped
    ? [
        [`${name}_typed`, `[${text}]`],
        [name, placeholderMark(`${name}_typed[0]`)],
      ]
    : undefined;
}
