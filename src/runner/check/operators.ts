import { hasDay, isEmail, isUuid } from '../../base/textFormats.ts';
import { jsonOrText } from '../../base/json/json.ts';
import {
  isArrayValue,
  isDateValue,
  isExactNumber,
  isNumeric,
  isObjectValue,
  numberFromToken,
  typeOfValue,
  valueToText,
  valuesEqual,
  type Value,
} from '../../base/values/value.ts';
import { readBounds, readCountOperand, readList, readNearness, readTime } from '../../language/index.ts';
import { shownValue } from './shownValue.ts';

export type OperatorResult =
  /** `wanted` continues "expected …". It is only called for messages, because most events of a stream need none. */
  | { readonly kind: 'evaluated'; readonly holds: boolean; readonly wanted: () => string }
  /** The operator does not support these sides. `isLimit`: the result is unknown. */
  | { readonly kind: 'unfit'; readonly message: string; readonly isLimit?: true };

const evaluated = (holds: boolean, wanted: () => string): OperatorResult => ({ kind: 'evaluated', holds, wanted });
/** The two results of an operator, created once, because a stream has many events. */
function bothResults(wanted: () => string): (holds: boolean) => OperatorResult {
  const [yes, no] = [evaluated(true, wanted), evaluated(false, wanted)];
  return (holds) => (holds ? yes : no);
}
const unfit = (message: string): OperatorResult => ({ kind: 'unfit', message });

/** Evaluates every operator except `matches` and `matchesSnapshot`, without its negation. */
export const evaluateOperator = (operator: string, left: Value, right: Value): OperatorResult => operatorFor(operator, right)(left);

/** The same for many left sides: the right side is parsed once. */
export function operatorFor(operator: string, right: Value): (left: Value) => OperatorResult {
  const ofKind = kinds[operator];
  if (ofKind !== undefined) return evaluatedBy(ofKind.is, () => ofKind.name);
  switch (operator) {
    case 'oneOf': {
      const list = isArrayValue(right) ? right : readList(valueToText(right));
      return evaluatedBy(
        (left) => list.some((x) => valuesEqual(x, left)),
        () => `one of ${shownValue(list)}`,
      );
    }
    case 'between':
      return between(right);
    case 'within':
      return within(right);
    case 'length':
      return ofLength(right);
    case '==':
      return evaluatedBy(
        (left) => valuesEqual(left, right),
        () => shownValue(right),
      );
    case '!=':
      return evaluatedBy(
        (left) => !valuesEqual(left, right),
        () => `anything but ${shownValue(right)}`,
      );
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, right);
    case 'contains': {
      const ofKey = bothResults(() => `to have the key ${shownValue(right)}`);
      const ofPart = bothResults(() => `to contain ${shownValue(right)}`);
      return (left) => (isObjectValue(left) ? ofKey : ofPart)(containsValue(left, right));
    }
    case 'startsWith': {
      const start = valueToText(right);
      return evaluatedBy(
        (left) => valueToText(left).startsWith(start),
        () => `to start with ${shownValue(right)}`,
      );
    }
    case 'endsWith': {
      const end = valueToText(right);
      return evaluatedBy(
        (left) => valueToText(left).endsWith(end),
        () => `to end with ${shownValue(right)}`,
      );
    }
    case 'in':
      return evaluatedBy(
        (left) => (isArrayValue(right) ? right.some((x) => valuesEqual(x, left)) : containsValue(right, left)),
        () => `one of ${shownValue(right)}`,
      );
    default:
      return () => unfit(`${operator} cannot be used here`);
  }
}

function evaluatedBy(is: (left: Value) => boolean, wanted: () => string): (left: Value) => OperatorResult {
  const by = bothResults(wanted);
  return (left) => by(is(left));
}

interface Kind {
  readonly name: string;
  readonly is: (v: Value) => boolean;
}

const text = (v: Value): string => (typeof v === 'string' ? v : '');
const isoDate =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

const kinds: Readonly<Record<string, Kind>> = {
  isNumber: { name: 'a number', is: isNumeric },
  isInteger: { name: 'a whole number', is: (v) => isNumeric(v) && isWhole(v) },
  isString: { name: 'a string', is: (v) => typeof v === 'string' },
  isBoolean: { name: 'a boolean', is: (v) => typeof v === 'boolean' },
  isNull: { name: 'null', is: (v) => v === null },
  isArray: { name: 'an array', is: isArrayValue },
  isObject: { name: 'an object', is: (v) => typeOfValue(v) === 'object' },
  isEmpty: { name: 'to be empty', is: (v) => v === null || lengthOf(v) === 0 },
  isUuid: { name: 'a UUID', is: (v) => isUuid(text(v)) },
  isDate: { name: 'a date of ISO 8601', is: (v) => isDateValue(v) || isIsoDate(text(v)) },
  isEmail: { name: 'an email address', is: (v) => isEmail(text(v)) },
  isUrl: { name: 'a URL of http, https, ws or wss', is: (v) => isUrl(text(v)) },
};

const isWhole = (v: Value): boolean => typeof v === 'bigint' || Number.isInteger(numberOf(v));

/** Rejects days that a month does not have. */
function isIsoDate(written: string): boolean {
  if (!isoDate.test(written)) return false;
  const [year = 0, month = 0, day = 0] = written.slice(0, 10).split('-').map(Number);
  return hasDay(year, month, day);
}

const isUrl = (written: string): boolean => /^(?:https?|wss?):\/\/[^\s/?#]/i.test(written) && URL.canParse(written);

export function numberOf(v: Value): number | undefined {
  if (typeof v === 'number') return v;
  if (typeof v === 'bigint') return Number(v);
  return isExactNumber(v) ? Number(v.numberText) : undefined;
}

function lengthOf(v: Value): number | undefined {
  if (typeof v === 'string' || isArrayValue(v)) return v.length;
  return isObjectValue(v) ? v.size : undefined;
}

/** -1, 0 or 1; undefined if the sides cannot be ordered. */
function orderOf(left: Value, right: Value): number | undefined {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return Math.sign(a - b);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return undefined;
}

const unordered = (left: Value, right: Value): OperatorResult =>
  unfit(`${shownValue(left)} and ${shownValue(right)} cannot be ordered: both sides must be numbers, or both must be text`);

const holdsFor: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export const compareNumbers = (operator: string, left: number, right: number): boolean =>
  holdsFor[operator]?.(Math.sign(left - right)) === true;

function ordered(operator: string, right: Value): (left: Value) => OperatorResult {
  const holds = holdsFor[operator];
  const by = bothResults(() => `${operator} ${shownValue(right)}`);
  return (left) => {
    const order = orderOf(left, right);
    return order === undefined ? unordered(left, right) : by(holds?.(order) === true);
  };
}

function containsValue(left: Value, right: Value): boolean {
  if (isArrayValue(left)) return left.some((x) => valuesEqual(x, right));
  if (isObjectValue(left)) return left.has(valueToText(right));
  return valueToText(left).includes(valueToText(right));
}

function between(right: Value): (left: Value) => OperatorResult {
  const bounds = isArrayValue(right) ? (right.length === 2 ? right : undefined) : readBounds(valueToText(right));
  const [low, high] = (bounds ?? []).map(timeOrValue);
  if (low === undefined || high === undefined) return () => unfit(`between needs two values, such as 1 and 10, not ${shownValue(right)}`);
  const by = bothResults(() => `between ${shownValue(low)} and ${shownValue(high)}`);
  return (left) => {
    const [fromLow, fromHigh] = [orderOf(left, low), orderOf(left, high)];
    if (fromLow === undefined) return unordered(left, low);
    if (fromHigh === undefined) return unordered(left, high);
    return by(fromLow >= 0 && fromHigh <= 0);
  };
}

const timeOrValue = (v: Value): Value => (typeof v === 'string' ? (readTime(v) ?? v) : v);

function within(right: Value): (left: Value) => OperatorResult {
  const written = valueToText(right);
  const near = readNearness(written);
  const [value, by] =
    near === undefined ? [0, readTime(written)] : [near.value, near.by].map((side) => numberOf(timeOrValue(jsonOrText(side))));
  if (value === undefined || by === undefined)
    return () => unfit(`within needs a number and a distance, such as 10 ± 0.5, not ${shownValue(right)}`);
  const nearResult = bothResults(() => (near === undefined ? `within ${written}` : `${near.value} ± ${near.by}`));
  return (left) => {
    const actual = numberOf(left);
    if (actual === undefined) return unfit(`${shownValue(left)} is not a number`);
    // The sum of 0.1 and 0.2 is not 0.3: allow for the rounding of the last digit.
    const rounding = Number.EPSILON * Math.max(Math.abs(actual), Math.abs(value));
    return nearResult(Math.abs(actual - value) <= by + rounding);
  };
}

function ofLength(right: Value): (left: Value) => OperatorResult {
  const operand = readCountOperand(valueToText(right));
  const count = operand === undefined ? undefined : numberOf(jsonOrText(operand.count));
  if (operand === undefined || count === undefined)
    return () => unfit(`length needs a number, such as 3 or >= 3, not ${shownValue(right)}`);
  return (left) => {
    const length = lengthOf(left);
    if (length === undefined) return unfit(`${shownValue(left)} has no length: it is neither a text, a list nor an object`);
    return evaluated(compareNumbers(operand.operator, length, count), () => `length ${operand.operator} ${count} (it is ${length})`);
  };
}

/** Header values are text: `header Content-Length == 2` compares text, but `<` and `>` compare as numbers. */
export function asHeader(operator: string, left: Value, right: Value): readonly [Value, Value] {
  if (operator === 'between' || operator === 'within') return [asNumber(left), right];
  if (operator === 'oneOf' && typeof right === 'string') return asHeader(operator, left, readList(right));
  if (typeof left !== 'string' || typeof right === 'string' || operator === 'length') return [left, right];
  if (/^[<>]/.test(operator)) return [asNumber(left), right];
  if (isArrayValue(right)) return [left, right.map((x) => (isNumeric(x) ? valueToText(x) : x))];
  return [left, valueToText(right)];
}

/** Texts of XML, HTML and fields have no types, so that `== 3` compares the text `3`, also in a list of texts. */
export function asTexts(operator: string, left: Value, right: Value): readonly [Value, Value] {
  if (!isArrayValue(left) || operator === 'length') return asHeader(operator, left, right);
  if (isArrayValue(right)) return [left, right.map((x) => (isNumeric(x) ? valueToText(x) : x))];
  return [left, isNumeric(right) ? valueToText(right) : right];
}

const asNumber = (v: Value): Value => (typeof v === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(v) ? numberFromToken(v.trim()) : v);
