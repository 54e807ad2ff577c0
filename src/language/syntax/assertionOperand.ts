import { jsonOrText } from '../../base/json/json.ts';
import { isArrayValue, type Value } from '../../base/values/value.ts';

/** The two sides of `between A and B`; also `A, B` and `[A, B]`. Undefined for anything else. */
export function readBounds(text: string): readonly [Value, Value] | undefined {
  const list = jsonOrText(text);
  if (isArrayValue(list)) return pair(list);
  return pair(text.split(/\s+and\s+|\s*,\s*/).map((side) => jsonOrText(side.trim())));
}

const pair = ([low, high, ...more]: readonly Value[]): readonly [Value, Value] | undefined =>
  low === undefined || high === undefined || low === '' || high === '' || more.length > 0 ? undefined : [low, high];

export interface Nearness {
  readonly value: string;
  readonly by: string;
}

/** `10 ± 0.5`, also `10 +- 0.5` and `10 +/- 0.5`. */
export function readNearness(text: string): Nearness | undefined {
  const [, value, by] = /^(\S+)\s*(?:\u00b1|\+\/?-)\s*(\S+)$/.exec(text) ?? [];
  return value === undefined || by === undefined ? undefined : { value, by };
}

export interface CountOperand {
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly count: string;
}

/** `3` or `>= 3`. */
export function readCountOperand(text: string): CountOperand | undefined {
  const [, operator = '==', count] = /^([=!<>]=|[<>])?\s*(\S+)$/.exec(text) ?? [];
  return count === undefined ? undefined : { operator: operator as CountOperand['operator'], count };
}

/** The name of `event NAME`. */
export const readEventName = (text: string): string | undefined => /^event\s+(\S+)$/.exec(text)?.[1];

/** Milliseconds of `800ms`, `2s`, `1.5m`; undefined without a unit. */
export function readTime(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s|m)$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm'];
}

/** The elements of `oneOf a, b` or of a JSON list. */
export function readList(text: string): readonly Value[] {
  const value = jsonOrText(text);
  if (isArrayValue(value)) return value;
  return text.split(',').map((element) => jsonOrText(element.trim()));
}
