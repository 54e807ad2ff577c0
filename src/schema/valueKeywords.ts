import { compareValues } from '../base/jsonPath/compareValues.ts';
import {
  isArrayValue,
  isNumeric,
  isObjectValue,
  jsonPieces,
  valuesEqual,
  valueToJson,
  valueToText,
  type Value,
} from '../base/values/value.ts';
import { formatNames, formats } from './formats.ts';
import { wrong, type Frame, type Keyword } from './frame.ts';
import { characters, isMultiple, isWhole } from './numbers.ts';

/** A value for a message. Serializes no more than is shown. */
export function shown(v: Value): string {
  let text = '';
  for (const piece of jsonPieces(v)) {
    text += piece;
    if (text.length > longest) return cut(text);
  }
  return text;
}

/** Maximum characters of a value in a message. */
const longest = 80;

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** Maximum names in one message. */
const mostNames = 5;

/** Names in a message: the first few, and how many others there are. */
export function shownNames(names: readonly string[]): string {
  const first = names.slice(0, mostNames).map(shown).join(', ');
  const more = names.length - mostNames;
  return more > 0 ? `${first} and ${more.toLocaleString('en')} more` : first;
}

function isType(v: Value, type: Value): boolean {
  switch (type) {
    case 'null':
      return v === null;
    case 'boolean':
    case 'string':
      return typeof v === type;
    case 'number':
      return isNumeric(v);
    case 'integer':
      return isWhole(v);
    case 'array':
      return isArrayValue(v);
    case 'object':
      return isObjectValue(v);
    default:
      return false;
  }
}

const type: Keyword = (value, frame) => {
  const { instance, schema, place } = frame;
  const types = isArrayValue(value) ? value : [value];
  if (types.some((one) => isType(instance, one))) return true;
  const isNullable = place.resource.dialect === 'openapi-3.0' && schema.get('nullable') === true;
  const names = [...types, ...(isNullable ? ['null'] : [])];
  return wrong(frame, 'type', () => `is ${shown(instance)} and must be ${names.slice(0, mostTypes).map(article).join(' or ')}`);
};

/** The number of JSON types. */
const mostTypes = 7;

function article(type_: Value): string {
  const name = typeof type_ === 'string' ? cut(type_) : shown(type_);
  return name === 'null' ? name : /^[aio]/.test(name) ? `an ${name}` : `a ${name}`;
}

const enumeration: Keyword = (value, frame) =>
  !isArrayValue(value) ||
  value.some((one) => valuesEqual(one, frame.instance)) ||
  wrong(frame, 'enum', () => `is ${shown(frame.instance)} and must be one of ${cut(value.slice(0, longest).map(shown).join(', '))}`);

const constant: Keyword = (value, frame) =>
  valuesEqual(value, frame.instance) || wrong(frame, 'const', () => `is ${shown(frame.instance)} and must be ${shown(value)}`);

/** A comparison of a number with a bound. */
const bound =
  (keyword: string, operator: '<' | '<=' | '>' | '>=', words: string): Keyword =>
  (value, frame) =>
    !isNumeric(value) ||
    !isNumeric(frame.instance) ||
    compareValues(operator, frame.instance, value) ||
    wrong(frame, keyword, () => `is ${shown(frame.instance)} and must be ${words} ${shown(value)}`);

/** `minimum` with a boolean `exclusiveMinimum` beside it (draft 4, OpenAPI 3.0). */
const boundBeside =
  (keyword: string, exclusive: string, operator: '<' | '>', words: string): Keyword =>
  (value, frame) => {
    const isExclusive = frame.rules.booleanBounds && frame.schema.get(exclusive) === true;
    return bound(keyword, isExclusive ? operator : `${operator}=`, isExclusive ? words : inclusive[operator])(value, frame);
  };

const inclusive = { '>': 'at least', '<': 'at most' } as const;

const multipleOf: Keyword = (value, frame) =>
  !isNumeric(value) ||
  !isNumeric(frame.instance) ||
  isMultiple(frame.instance, value) ||
  wrong(frame, 'multipleOf', () => `is ${shown(frame.instance)} and must be a multiple of ${shown(value)}`);

/** A limit of a count; undefined if the keyword does not apply to the instance. */
const count =
  (keyword: string, isLeast: boolean, what: string, of: (v: Value) => number | undefined): Keyword =>
  (value, frame) => {
    const found = of(frame.instance);
    if (found === undefined || !isNumeric(value)) return true;
    const limit = Number(valueToText(value));
    if (isLeast ? found >= limit : found <= limit) return true;
    return wrong(frame, keyword, () => `has ${found} ${what} and must have ${isLeast ? 'at least' : 'at most'} ${limit}`);
  };

const lengthOf = (v: Value): number | undefined => (typeof v === 'string' ? characters(v) : undefined);
const itemsOf = (v: Value): number | undefined => (isArrayValue(v) ? v.length : undefined);
const membersOf = (v: Value): number | undefined => (isObjectValue(v) ? v.size : undefined);

const pattern: Keyword = (value, frame) =>
  typeof value !== 'string' ||
  typeof frame.instance !== 'string' ||
  frame.run.test(value, frame.instance) ||
  wrong(frame, 'pattern', () => `is ${shown(frame.instance)} and must match ${cut(value)}`);

const format: Keyword = (value, frame) => {
  const { instance } = frame;
  if (!frame.run.formats || typeof value !== 'string' || typeof instance !== 'string') return true;
  const is = Object.hasOwn(formats, value) ? formats[value] : undefined;
  return is === undefined || is(instance) || wrong(frame, 'format', () => `is ${shown(instance)} and must be ${formatNames[value]}`);
};

/** Returns a function whose texts are equal for equal values. A list or object is serialized once, even if it occurs several times. */
function canonicalTexts(): (v: Value) => string {
  const numbers = new Map<string, string>();
  const known = new Map<Value, string>();
  const textOf = (v: Value): string => {
    if (!isArrayValue(v) && !isObjectValue(v)) return canonicalScalar(v);
    let found = known.get(v);
    if (found !== undefined) return found;
    const text = isArrayValue(v)
      ? `[${v.map(textOf).join(',')}]`
      : [...v]
          .map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`)
          .toSorted()
          .join(',');
    found = numbers.get(text) ?? `#${numbers.size}`;
    numbers.set(text, found);
    known.set(v, found);
    return found;
  };
  return textOf;
}

function canonicalScalar(v: Value): string {
  if (!isNumeric(v)) return valueToJson(v);
  const text = valueToText(v);
  const digits = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return digits === '-0' ? '0' : digits;
}

const uniqueItems: Keyword = (value, frame) => {
  const { instance } = frame;
  if (value !== true || !isArrayValue(instance)) return true;
  const first = new Map<string, number>();
  const textOf = canonicalTexts();
  for (const [i, item] of instance.entries()) {
    const text = textOf(item);
    const same = first.get(text);
    if (same !== undefined) return wrong(frame, 'uniqueItems', () => `has the item ${shown(item)} twice, at ${same} and ${i}`);
    first.set(text, i);
  }
  return true;
};

const missing = (instance: Value, names: readonly Value[]): readonly string[] =>
  isObjectValue(instance) ? names.filter((name): name is string => typeof name === 'string' && !instance.has(name)) : [];

const required: Keyword = (value, frame) => {
  if (!isArrayValue(value)) return true;
  const absent = missing(frame.instance, value).filter((name) => !frame.run.isWriteOnly(name, frame));
  return absent.length === 0 || wrong(frame, 'required', () => `lacks ${shownNames(absent)}`);
};

const dependentRequired: Keyword = (value, frame) => (isObjectValue(value) ? dependencies(value, frame, 'dependentRequired') : true);

/** Also for the lists of names in `dependencies`. */
export function dependencies(value: ReadonlyMap<string, Value>, frame: Frame, keyword: string): boolean {
  const { instance } = frame;
  let holds = true;
  for (const [name, names] of value) {
    if (!isArrayValue(names) || !isObjectValue(instance) || !instance.has(name)) continue;
    const absent = missing(instance, names);
    if (absent.length > 0) holds = wrong(frame, keyword, () => `has ${shown(name)} and lacks ${shownNames(absent)}`);
  }
  return holds;
}

/** Keywords that only depend on the value. */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type,
  enum: enumeration,
  const: constant,
  minimum: boundBeside('minimum', 'exclusiveMinimum', '>', 'more than'),
  maximum: boundBeside('maximum', 'exclusiveMaximum', '<', 'less than'),
  exclusiveMinimum: bound('exclusiveMinimum', '>', 'more than'),
  exclusiveMaximum: bound('exclusiveMaximum', '<', 'less than'),
  multipleOf,
  minLength: count('minLength', true, 'characters', lengthOf),
  maxLength: count('maxLength', false, 'characters', lengthOf),
  minItems: count('minItems', true, 'items', itemsOf),
  maxItems: count('maxItems', false, 'items', itemsOf),
  minProperties: count('minProperties', true, 'members', membersOf),
  maxProperties: count('maxProperties', false, 'members', membersOf),
  pattern,
  format,
  uniqueItems,
  required,
  dependentRequired,
};
