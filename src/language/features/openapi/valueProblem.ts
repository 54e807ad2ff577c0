import { isArrayValue, isObjectValue, typeOfValue, valueToJson, type Value } from '../../../base/values/value.ts';
import type { ApiMember, ApiShape, ShapeLimits } from '../../semantics/api/apiIndex.ts';
import { textOfJson, textValue } from '../../semantics/api/parameterStyles.ts';
import { isUnknown } from './apiOfRequest.ts';

/** A part of a body that does not conform, with its path. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'unknown' | 'type' | 'value';
  readonly message: string;
  /** The missing member. */
  readonly missing?: ApiMember;
  /** The allowed values as JSON. */
  readonly values?: readonly string[];
  /** The allowed members of the object. */
  readonly known?: readonly string[];
}

const mostProblems = 50;

/** Differences between a body and its description. Values that are only known when sending conform. */
export function problemsOf(value: Value, shape: ApiShape): readonly ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  compare(value, shape, [], problems);
  return problems;
}

function compare(value: Value, shape: ApiShape, path: readonly (string | number)[], problems: ShapeProblem[]): void {
  if (problems.length >= mostProblems || (typeof value === 'string' && isUnknown(value))) return;
  if (!fitsType(value, shape.types)) {
    problems.push({ path, kind: 'type', message: `must be ${typesText(shape.types)}` });
    return;
  }
  if (shape.values !== undefined && !shape.values.some((v) => isSame(v, value))) {
    problems.push({ path, kind: 'value', message: `must be one of ${shown(shape.values)}`, values: shape.values });
    return;
  }
  const wrong = limitProblem(value, shape.limits);
  if (wrong !== undefined) problems.push({ path, kind: 'value', message: wrong });
  if (isArrayValue(value)) {
    if (shape.items !== undefined) for (const [i, item] of value.entries()) compare(item, shape.items, [...path, i], problems);
    return;
  }
  if (isObjectValue(value)) compareMembers(value, shape, path, problems);
}

function compareMembers(
  value: ReadonlyMap<string, Value>,
  { members, closed }: ApiShape,
  path: readonly (string | number)[],
  problems: ShapeProblem[],
): void {
  if (members === undefined) return;
  // A name that is only known when sending may be any of them.
  const isSure = ![...value.keys()].some(isUnknown);
  for (const member of members) {
    const { name, required, readOnly, shape } = member;
    const found = value.get(name);
    if (found !== undefined) compare(found, shape, [...path, name], problems);
    else if (required && !readOnly && isSure)
      problems.push({ path, kind: 'missing', message: `lacks ${JSON.stringify(name)}`, missing: member });
  }
  if (closed !== true) return;
  for (const name of value.keys())
    if (!members.some((m) => m.name === name) && !isUnknown(name))
      problems.push({
        path: [...path, name],
        kind: 'unknown',
        message: 'is not a member of the schema',
        known: members.map((m) => m.name).filter((n) => !value.has(n)),
      });
}

function fitsType(value: Value, types: readonly string[]): boolean {
  if (types.length === 0) return true;
  const type = typeOfValue(value);
  const isNumber = type === 'number' || type === 'bigint';
  return types.some((t) => (t === 'integer' ? isNumber && isWhole(value) : t === 'number' ? isNumber : t === type));
}

const isWhole = (value: Value): boolean => Number.isInteger(Number(valueToJson(value)));

const isSame = (json: string, value: Value): boolean => json === valueToJson(value) || sameNumber(json, value);

const sameNumber = (json: string, value: Value): boolean =>
  (typeof value === 'number' || typeof value === 'bigint') && Number(json) === Number(value) && json !== '""';

/** Why a value is outside its limits; undefined if it is not, or if there are no limits. */
function limitProblem(value: Value, limits: ShapeLimits | undefined): string | undefined {
  if (limits === undefined) return undefined;
  const { minimum, maximum, above, below, minLength, maxLength, minItems, maxItems } = limits;
  const type = typeOfValue(value);
  if (type === 'number' || type === 'bigint') {
    const number = Number(valueToJson(value));
    if (minimum !== undefined && number < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && number > maximum) return `must be at most ${maximum}`;
    if (above !== undefined && number <= above) return `must be greater than ${above}`;
    return below !== undefined && number >= below ? `must be less than ${below}` : undefined;
  }
  if (typeof value === 'string') return outside(lengthOf(value), minLength, maxLength, 'character');
  return isArrayValue(value) ? outside(value.length, minItems, maxItems, 'item') : undefined;
}

/** Characters, as JSON Schema counts them. */
const lengthOf = (text: string): number => Array.from(text).length;

function outside(count: number, least: number | undefined, most: number | undefined, what: string): string | undefined {
  const counted = (n: number): string => `${n} ${n === 1 ? what : `${what}s`}`;
  if (least !== undefined && count < least) return `must have at least ${counted(least)}`;
  return most !== undefined && count > most ? `must have at most ${counted(most)}` : undefined;
}

export const typesText = (types: readonly string[]): string =>
  types.map((t) => (t === 'null' ? t : `${/^[aio]/.test(t) ? 'an' : 'a'} ${t}`)).join(' or ');

const mostShown = 8;
const shown = (values: readonly string[]): string => `${values.slice(0, mostShown).join(', ')}${values.length > mostShown ? ', …' : ''}`;

/**
 * Why the text of a parameter that is neither a list nor an object does not conform; undefined if it does, or if it is only known when
 * sending.
 */
export function textProblem(text: string, shape: ApiShape): string | undefined {
  const { types, values, limits } = shape;
  if (isUnknown(text)) return undefined;
  if (values !== undefined) {
    const texts = values.map((v) => textOfJson(v));
    return texts.includes(text) ? undefined : `must be one of ${shown(texts)}`;
  }
  const value = textValue(text, shape);
  if (typeof value === 'string' && types.length > 0 && !types.includes('string'))
    return `must be ${typesText(types.filter((t) => t !== 'null'))}`;
  if (!fitsType(value, types)) return `must be ${typesText(types.filter((t) => t !== 'null'))}`;
  return limitProblem(value, limits);
}
