/**
 * A number that JavaScript would print with other digits (`1.0`, `0.1000000000000000055`), kept as written. Plain data,
 * so that it can be passed between threads and bundles.
 */
export interface ExactNumber {
  readonly numberText: string;
}

/** An object that keeps the written order of its keys, even `__proto__` and `"2"` before `"1"`. */
export type ObjectValue = ReadonlyMap<string, Value>;

/** Everything a variable can hold. Objects are Maps because JavaScript objects reorder integer-like keys. */
export type Value = string | number | bigint | boolean | null | Date | ExactNumber | readonly Value[] | ObjectValue;

export type ValueType = 'string' | 'number' | 'bigint' | 'boolean' | 'null' | 'date' | 'array' | 'object';

export const isObjectValue = (v: Value): v is ObjectValue => v instanceof Map;
export const isArrayValue = (v: Value): v is readonly Value[] => Array.isArray(v);
export const isDateValue = (v: Value): v is Date => v instanceof Date;
export const isExactNumber = (v: Value): v is ExactNumber =>
  typeof v === 'object' && v !== null && 'numberText' in v && typeof v.numberText === 'string';

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

/** Maximum zeros to write for an exponent. Every JavaScript number needs fewer; `1e999999999` would fill the memory. */
const mostZeros = 5000;

/**
 * Writes a number without an exponent: `1e21` becomes `1000000000000000000000`, `1.0` stays `1.0`. A number that would
 * need thousands of zeros is returned unchanged.
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
 * Reads a JSON number token without losing digits: a number if JavaScript prints the same digits, a bigint for long
 * integers, otherwise an ExactNumber.
 */
export function numberFromToken(token: string): number | bigint | ExactNumber {
  const short = shortInteger(token);
  if (short >= 0) return short;
  const n = Number(token);
  if (String(n) === token) return n;
  if (token.length <= mostZeros && /^-?\d+$/.test(token) && token !== '-0') return BigInt(token);
  return { numberText: token };
}

/** Maximum digits with which every integer is exact as a number. */
const safeDigits = 15;

/** The value of a token with few digits, which most have; -1 for others. */
function shortInteger(token: string): number {
  if (token.length > safeDigits || (token.length > 1 && token.startsWith('0'))) return -1;
  let value = 0;
  for (let i = 0; i < token.length; i++) {
    const digit = token.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return token === '' ? -1 : value;
}

/** The text that a placeholder inserts. Objects and arrays are compact JSON. */
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
 * JSON of a value: keys in order, dates as ISO 8601 strings, numbers with their digits.
 * @param indent spaces per level; 0 is compact
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

/** UTF-16 units that are escaped at once. */
const longText = 64 * 1024;

/** Whether `jsonPieces` writes a text in pieces. */
export const isLongText = (text: string): boolean => text.length > longText;

/** A JSON string in pieces, for long texts: escaping may make them six times as long. */
function* jsonStringPieces(text: string, piecesOf: PiecesOf | undefined): Generator<string> {
  if (!isLongText(text)) return yield JSON.stringify(text);
  yield '"';
  for (const piece of piecesOf?.(text) ?? [text]) yield* escapedPieces(piece);
  yield '"';
}

function* escapedPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const last = text.charCodeAt(at + longText - 1);
    // Keep surrogate pairs together; halves would be escaped.
    const end = at + longText - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
}

/** Converts a long text to pieces that divide no surrogate pair. */
type PiecesOf = (text: string) => Iterable<string>;

/** A text that is generated while it is written. */
export interface LazyText {
  readonly texts: Iterable<string>;
}

/** An array that is generated while it is written. */
export interface LazyArray {
  readonly items: Iterable<JsonSource>;
}

/** Input of `jsonPieces`. */
export type JsonSource = Value | LazyText | LazyArray | readonly JsonSource[] | ReadonlyMap<string, JsonSource>;

const isLazyText = (v: JsonSource): v is LazyText => typeof v === 'object' && v !== null && 'texts' in v;
const isLazyArray = (v: JsonSource): v is LazyArray => typeof v === 'object' && v !== null && 'items' in v;

/**
 * `valueToJson` in pieces, for output that need not be in memory as a whole.
 * @param piecesOf replaces texts for which `isLongText` holds, other than keys
 */
export function* jsonPieces(v: JsonSource, indent = 0, piecesOf?: PiecesOf, depth = 0): Generator<string> {
  if (typeof v === 'string') return yield* jsonStringPieces(v, piecesOf);
  if (isLazyText(v)) {
    yield '"';
    for (const text of v.texts) yield* escapedPieces(text);
    return yield '"';
  }
  const members = v instanceof Map ? (v as ReadonlyMap<string, JsonSource>) : undefined;
  const items = isLazyArray(v) ? v.items : Array.isArray(v) ? (v as readonly JsonSource[]) : undefined;
  if (members === undefined && items === undefined) return yield valueToJson(v as Value);
  const line = indent > 0 ? `\n${' '.repeat(indent * (depth + 1))}` : '';
  const [open, close] = members === undefined ? ['[', ']'] : ['{', '}'];
  let before = open + line;
  for (const [key, value] of members ?? keyless(items ?? [])) {
    const head = key === undefined ? '' : `${JSON.stringify(key)}${indent > 0 ? ': ' : ':'}`;
    // Most values are small; they are written in one piece.
    if (isSmall(value)) yield `${before}${head}${indented(valueToJson(value, indent), indent, depth + 1)}`;
    else {
      yield before + head;
      yield* jsonPieces(value, indent, piecesOf, depth + 1);
    }
    before = `,${line}`;
  }
  if (before === open + line) return yield open + close;
  yield `${indent > 0 ? `\n${' '.repeat(indent * depth)}` : ''}${close}`;
}

function* keyless(items: Iterable<JsonSource>): Generator<[undefined, JsonSource]> {
  for (const item of items) yield [undefined, item];
}

/** Scalars, and objects of up to 100 scalars, without long strings. */
function isSmall(v: JsonSource): v is Value {
  if (typeof v === 'string') return v.length <= longText;
  if (typeof v !== 'object' || v === null) return true;
  if (Array.isArray(v)) return v.length === 0;
  if (!(v instanceof Map)) return !isLazyText(v) && !isLazyArray(v);
  if (v.size > 100) return false;
  for (const x of (v as ReadonlyMap<string, JsonSource>).values()) if (Array.isArray(x) || x instanceof Map || !isSmall(x)) return false;
  return true;
}

/** JSON has no line breaks inside tokens. */
const indented = (json: string, indent: number, depth: number): string =>
  indent > 0 && json.includes('\n') ? json.replaceAll('\n', `\n${' '.repeat(indent * depth)}`) : json;

/** Whether two values are equal: numbers by amount (`5` equals `5.0`), never by text; a date equals its ISO text. */
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

export function isNumeric(v: Value): v is number | bigint | ExactNumber {
  return typeof v === 'number' || typeof v === 'bigint' || isExactNumber(v);
}

function numericEqual(a: number | bigint | ExactNumber, b: number | bigint | ExactNumber): boolean {
  // Two JavaScript numbers have the same digits only if they are the same.
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b)) return a === b;
  return canonicalDigits(a) === canonicalDigits(b);
}

function canonicalDigits(v: number | bigint | ExactNumber): string {
  let text = valueToText(v);
  if (text.includes('.')) text = text.replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
