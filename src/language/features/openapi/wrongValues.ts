import { valueToJson, type Value } from '../../../base/values/value.ts';
import type { ApiShape } from '../../semantics/api/apiIndex.ts';
import { exampleOf } from './operationRequest.ts';
import { problemsOf } from './valueProblem.ts';

/** An invalid value for a schema. */
export interface WrongValue {
  readonly value: Value;
  /** `must be an integer`. */
  readonly rule: string;
}

/** Maximum characters and items of a generated value. */
const longestText = 10_000;
export const mostItems = 1000;

/** Values that each break one rule of a schema: its type, its allowed values, its limits. */
export function wrongValues(shape: ApiShape): readonly WrongValue[] {
  const found: WrongValue[] = [];
  for (const value of [...ofAnotherType(shape), ...notAllowed(shape), ...outsideOf(shape)]) {
    // The rule is the one that diagnostics report, so the two agree.
    const rule = problemsOf(value, shape)[0]?.message;
    if (rule !== undefined) found.push({ value, rule });
  }
  return found;
}

const samples: readonly (readonly [types: readonly string[], value: Value])[] = [
  [['string'], 'text'],
  [['number', 'integer'], 1],
  [['boolean'], true],
  [['object'], new Map()],
  [['array'], []],
];

function ofAnotherType({ types }: ApiShape): readonly Value[] {
  if (types.length === 0) return [];
  const other = samples.find(([of]) => !of.some((t) => types.includes(t)));
  return [...(other === undefined ? [] : [other[1]]), ...(types.includes('integer') && !types.includes('number') ? [1.5] : [])];
}

function notAllowed({ values, types }: ApiShape): readonly Value[] {
  if (values === undefined) return [];
  if (types.length > 0 && !types.includes('string')) return [];
  let text = 'other';
  while (values.includes(JSON.stringify(text))) text += 'x';
  return [text];
}

function outsideOf({ limits, types, items }: ApiShape): readonly Value[] {
  if (limits === undefined) return [];
  const { minimum, maximum, above, below, minLength, maxLength, minItems, maxItems } = limits;
  const can = (...of: readonly string[]): boolean => types.length === 0 || of.some((t) => types.includes(t));
  const found: Value[] = [];
  if (can('integer', 'number')) {
    if (minimum !== undefined) found.push(minimum - Math.max(1, Math.abs(minimum) * 1e-9));
    if (maximum !== undefined) found.push(maximum + Math.max(1, Math.abs(maximum) * 1e-9));
    if (above !== undefined) found.push(above);
    if (below !== undefined) found.push(below);
  }
  if (can('string')) {
    if (minLength !== undefined && minLength > 0 && minLength <= longestText) found.push('x'.repeat(minLength - 1));
    if (maxLength !== undefined && maxLength < longestText) found.push('x'.repeat(maxLength + 1));
  }
  const list = (length: number): Value => Array.from({ length }, () => exampleOf(items ?? { types: [], description: '' }));
  if (can('array')) {
    if (minItems !== undefined && minItems > 0 && minItems <= mostItems) found.push(list(minItems - 1));
    if (maxItems !== undefined && maxItems < mostItems) found.push(list(maxItems + 1));
  }
  return found;
}

const longestShown = 40;

/** A value for a message: `"text"`, `"xxx…" (51 characters)`. */
export function shownWrong(value: Value): string {
  const json = valueToJson(value);
  if (json.length <= longestShown) return json;
  const size =
    typeof value === 'string' ? `${value.length} characters` : Array.isArray(value) ? `${value.length} items` : `${json.length} characters`;
  return `${json.slice(0, 12)}… (${size})`;
}
