/**
 * A number whose written digits JavaScript's own number would change (`1.0`, `0.1000000000000000055`), kept as
 * written. Plain data, so that it crosses worker borders and bundle borders.
 */
export interface ExactNumber {
  readonly numberText: string;
}

/** An object whose keys keep their written order, `__proto__` and `"2"` before `"1"` included. */
export type ObjectValue = ReadonlyMap<string, Value>;

/** Everything a variable may hold. Objects are Maps: JavaScript's own objects reorder keys that look like integers. */
export type Value = string | number | bigint | boolean | null | Date | ExactNumber | readonly Value[] | ObjectValue;

export type ValueType = 'string' | 'number' | 'bigint' | 'boolean' | 'null' | 'date' | 'array' | 'object';

export const isObjectValue = (v: Value): v is ObjectValue => v instanceof Map;
export const isArrayValue = (v: Value): v is readonly Value[] => Array.isArray(v);
export const isDateValue = (v: Value): v is Date => v instanceof Date;
export const isExactNumber = (v: Value): v is ExactNumber =>
  typeof v === 'object' && v !== null && 'numberText' in v && typeof v.numberText === 'string';

/** The name a user knows a value's type by. */
export function typeOfValue(v: Value): ValueType {
  if (v === null) return 'null';
  switch (typeof v) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'bigint':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    default:
      if (isArrayValue(v)) return 'array';
      if (isDateValue(v)) return 'date';
      if (isExactNumber(v)) return 'number';
      return 'object';
  }
}

/** Zeros a written exponent may add. Every number of JavaScript needs fewer; `1e999999999` would fill the memory. */
const mostZeros = 5000;

/**
 * Decimal digits of a written number, its exponent spelled out: `1e21` is `1000000000000000000000`, `1.0` stays `1.0`. A number
 * that would have thousands of digits stays as it is written.
 */
export function expandExponent(token: string): string {
  const e = token.search(/[eE]/);
  if (e < 0) return token;
  const exponent = Number(token.slice(e + 1));
  if (Math.abs(exponent) > mostZeros) return token;
  let mantissa = token.slice(0, e);
  const sign = mantissa.startsWith('-') ? '-' : '';
  mantissa = mantissa.slice(sign.length);
  const point = mantissa.indexOf('.');
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const digits = whole + (point < 0 ? '' : mantissa.slice(point + 1));
  const at = whole.length + exponent;
  let text: string;
  if (at <= 0) text = `0.${'0'.repeat(-at)}${digits}`;
  else if (at >= digits.length) text = digits + '0'.repeat(at - digits.length);
  else text = `${digits.slice(0, at)}.${digits.slice(at)}`;
  return sign + text.replace(/^0+(?=\d)/, '');
}

/**
 * Reads a JSON number token without losing a digit: an ordinary number where JavaScript prints the same digits again, a
 * bigint for long integers, otherwise the token itself.
 */
export function numberFromToken(token: string): number | bigint | ExactNumber {
  const n = Number(token);
  if (String(n) === token) return n;
  if (token.length <= mostZeros && /^-?\d+$/.test(token) && token !== '-0') return BigInt(token);
  return { numberText: token };
}

/** The text a placeholder inserts for a value that stands alone. Objects and arrays are compact JSON. */
export function valueToText(v: Value): string {
  switch (typeof v) {
    case 'string':
      return v;
    case 'number':
      return expandExponent(Object.is(v, -0) ? '-0' : String(v));
    case 'bigint':
    case 'boolean':
      return String(v);
    default:
      if (v === null) return 'null';
      if (isDateValue(v)) return v.toISOString();
      if (isExactNumber(v)) return expandExponent(v.numberText);
      return valueToJson(v);
  }
}

/**
 * JSON of a value, keys in their order, dates as quoted ISO 8601 text, numbers as their digits.
 * @param indent spaces for each level; 0 is compact
 */
export function valueToJson(v: Value, indent = 0): string {
  const out: string[] = [];
  write(v, 0);
  return out.join('');

  function write(x: Value, depth: number): void {
    if (typeof x === 'string') out.push(JSON.stringify(x));
    else if (typeof x === 'object' && x !== null) {
      if (isArrayValue(x)) list('[', ']', x.length, depth, (i) => write(x[i] as Value, depth + 1));
      else if (isDateValue(x)) out.push(`"${x.toISOString()}"`);
      else if (isExactNumber(x)) out.push(expandExponent(x.numberText));
      else {
        const entries = [...x];
        list('{', '}', entries.length, depth, (i) => {
          const [key, value] = entries[i] as [string, Value];
          out.push(JSON.stringify(key), indent > 0 ? ': ' : ':');
          write(value, depth + 1);
        });
      }
    } else out.push(valueToText(x));
  }

  function list(open: string, close: string, count: number, depth: number, item: (i: number) => void): void {
    if (count === 0) {
      out.push(open, close);
      return;
    }
    const line = indent > 0 ? `\n${' '.repeat(indent * (depth + 1))}` : '';
    out.push(open);
    for (let i = 0; i < count; i++) {
      if (i > 0) out.push(',');
      out.push(line);
      item(i);
    }
    if (indent > 0) out.push('\n', ' '.repeat(indent * depth));
    out.push(close);
  }
}

/** UTF-16 units of a text that are escaped at once. */
const longText = 64 * 1024;

/** A JSON string in pieces, for texts of any length: escaped, they may take six times as much. */
export function* jsonStringPieces(text: string): Generator<string> {
  if (text.length <= longText) return yield JSON.stringify(text);
  yield '"';
  for (let at = 0; at < text.length;) {
    const last = text.charCodeAt(at + longText - 1);
    // Halves of a surrogate pair would be escaped by themselves.
    const end = at + longText - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

/** What `valueToJson` gives, in pieces: for what is written and need not be in memory. */
export function* jsonPieces(v: Value, indent = 0, depth = 0): Generator<string> {
  if (typeof v === 'string') return yield* jsonStringPieces(v);
  const items = isObjectValue(v) ? [...v] : isArrayValue(v) ? v : undefined;
  if (items === undefined || items.length === 0) return yield valueToJson(v);
  const line = indent > 0 ? `\n${' '.repeat(indent * (depth + 1))}` : '';
  const [open, close] = isArrayValue(v) ? ['[', ']'] : ['{', '}'];
  let before = open + line;
  for (const item of isArrayValue(v) ? v.entries() : (v as ObjectValue)) {
    const [key, value] = item;
    const head = typeof key === 'string' ? `${JSON.stringify(key)}${indent > 0 ? ': ' : ':'}` : '';
    // Most are small: they are written as a whole.
    if (isSmall(value)) yield `${before}${head}${indented(valueToJson(value, indent), indent, depth + 1)}`;
    else {
      yield before + head;
      yield* jsonPieces(value, indent, depth + 1);
    }
    before = `,${line}`;
  }
  yield `${indent > 0 ? `\n${' '.repeat(indent * depth)}` : ''}${close}`;
}

/** Scalars, and objects of few scalars, none of which is long. */
function isSmall(v: Value): boolean {
  if (typeof v === 'string') return v.length <= longText;
  if (isArrayValue(v)) return v.length === 0;
  if (!isObjectValue(v)) return true;
  if (v.size > 100) return false;
  for (const x of v.values()) if (isArrayValue(x) || isObjectValue(x) || (typeof x === 'string' && x.length > longText)) return false;
  return true;
}

/** JSON has no line breaks within its tokens. */
const indented = (json: string, indent: number, depth: number): string =>
  indent > 0 && json.includes('\n') ? json.replaceAll('\n', `\n${' '.repeat(indent * depth)}`) : json;

/** Whether two values are the same value: numbers by amount (`5` and `5.0`), never by text; dates equal their ISO text. */
export function valuesEqual(a: Value, b: Value): boolean {
  if (isNumeric(a) && isNumeric(b)) return numericEqual(a, b);
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    if (isDateValue(a) || isDateValue(b)) return isDateValue(a) && isDateValue(b) && a.getTime() === b.getTime();
    if (isArrayValue(a) || isArrayValue(b)) {
      return isArrayValue(a) && isArrayValue(b) && a.length === b.length && a.every((x, i) => valuesEqual(x, b[i] as Value));
    }
    if (isObjectValue(a) && isObjectValue(b)) {
      if (a.size !== b.size) return false;
      for (const [key, x] of a) {
        const y = b.get(key);
        if (y === undefined || !valuesEqual(x, y)) return false;
      }
      return true;
    }
    return false;
  }
  if (isDateValue(a) && typeof b === 'string') return a.toISOString() === b;
  if (isDateValue(b) && typeof a === 'string') return b.toISOString() === a;
  return a === b;
}

/** Whether a value is a number in any of its forms. */
export function isNumeric(v: Value): v is number | bigint | ExactNumber {
  return typeof v === 'number' || typeof v === 'bigint' || isExactNumber(v);
}

function numericEqual(a: number | bigint | ExactNumber, b: number | bigint | ExactNumber): boolean {
  return canonicalDigits(a) === canonicalDigits(b);
}

function canonicalDigits(v: number | bigint | ExactNumber): string {
  let text = valueToText(v);
  if (text.includes('.')) text = text.replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
