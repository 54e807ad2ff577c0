import { parseJson } from '../../base/json/json.ts';
import { isArrayValue, isNumeric, type Value } from '../../base/values/value.ts';

/**
 * A text without a type, such as that of `@count = 5`, which can also be a number, a boolean or null, depending on the value that it is
 * compared with.
 */
export class WrittenText {
  readonly text: string;
  readonly value: Value;

  constructor(text: string, value: Value) {
    this.text = text;
    this.value = value;
  }

  /** The value of the text for a comparison with this value: of the same type, if possible. In a list, the text itself takes precedence. */
  beside(left: Value): Value {
    if (isArrayValue(left)) return left.includes(this.text) ? this.text : this.value;
    return kindOf(left) === kindOf(this.value) ? this.value : this.text;
  }
}

/** The right side of an assertion. */
export type Right = Value | WrittenText;

const kindOf = (v: Value): string => (isNumeric(v) ? 'number' : v === null ? 'null' : typeof v);

/** The right side for a text of a variable or a prompt, which has no type. */
export function rightOfText(text: string): Right {
  const value = parseJson(text);
  return value !== undefined && (value === null || typeof value === 'boolean' || isNumeric(value)) ? new WrittenText(text, value) : text;
}

export const rightBeside = (right: Right, left: Value): Value => (right instanceof WrittenText ? right.beside(left) : right);

/** The right side as text, if only that matters. */
export const plainRight = (right: Right): Value => (right instanceof WrittenText ? right.text : right);
