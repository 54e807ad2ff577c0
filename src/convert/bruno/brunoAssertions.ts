import { parseJson } from '../../base/json/json.ts';
import { pushAll } from '../../base/lists.ts';
import type { AddNote } from '../import/importResult.ts';
import { marked, type Translate } from '../import/reading/importedPlaceholders.ts';
import { asTemplate, RawTexts } from '../text/literalText.ts';
import type { Entry } from './bru.ts';
import { brunoScript } from './brunoScripts.ts';

/** Operators with a right side, and their names in Req. */
const binary: Readonly<Record<string, string>> = {
  eq: '==',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
};
const unary: Readonly<Record<string, string>> = {
  isEmpty: 'isEmpty',
  isNull: '== null',
  isUndefined: '!exists',
  isDefined: 'exists',
  isNumber: 'isNumber',
  isString: 'isString',
  isBoolean: 'isBoolean',
  isArray: 'isArray',
};

const subjects: readonly (readonly [RegExp, string])[] = [
  [/^res\.(?:status|getStatus\(\))$/, 'status'],
  [/^res\.(?:responseTime|getResponseTime\(\))$/, 'duration'],
  [/^res\.(?:body|getBody\(\))(?=[.[]|$)/, 'body'],
];

/** JavaScript escapes that Bruno supports in a value. */
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|([^]))/g, (_, long?: string, short?: string, sign = '') => {
    const code = long ?? short;
    return code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
  });

/** A value with escapes as JSON, between quotes or the whole text. */
function withoutEscapes(value: string): string {
  if (!value.includes('\\') || parseJson(value) !== undefined) return value;
  return JSON.stringify(unescaped(/^(['"])([^]*)\1$/.exec(value)?.[2] ?? value));
}

/** Converts the right side of an assertion; undefined if it does not fit in a line. */
function right(given: string, translate: Translate, isPattern: boolean): string | undefined {
  const value = isPattern ? given : withoutEscapes(given);
  const text = /^'([^'\\]*)'$/.test(value) ? JSON.stringify(value.slice(1, -1)) : value;
  const raw = new RawTexts('');
  const written = asTemplate(marked(text, translate), raw);
  return raw.definitions().length > 0 || /[\r\n]/.test(written) || written.trim() === '' ? undefined : written;
}

export interface Assertions {
  /** Without `??`. */
  readonly lines: readonly string[];
  /** A script with tests for assertions without an equivalent in `??`; empty if there are none. */
  readonly tests: string;
  /** Assertions that cannot be converted. */
  readonly off: readonly string[];
}

export function assertionsOf(entries: readonly Entry[], translate: Translate, addNote: AddNote): Assertions {
  const lines: string[] = [];
  const tests: string[] = [];
  const off: string[] = [];
  for (const { name, value, enabled } of entries) {
    const left = name.trim().replace(/^\$(?=res\b)/, '');
    const { operator, rest } = operationOf(value);
    const read = enabled ? lineOf(leftOf(left), operator, rest, translate) : undefined;
    const test = enabled && read === undefined ? testOf(`${name}: ${value}`, left, operator, rest) : undefined;
    if (read !== undefined) pushAll(lines, read);
    else if (test !== undefined) tests.push(test);
    else off.push(enabled ? `assertion: ${name} ${value}` : `switched off: assertion ${name}: ${value}`);
    if (read === undefined && test === undefined && enabled)
      addNote('warning', `Req has no equivalent of the assertion ${name}: ${value}.`);
  }
  return { lines, tests: tests.join('\n'), off };
}

/** The operator and right side of an assertion; without an operator it compares: `res.status: 200`. */
function operationOf(value: string): { readonly operator: string; readonly rest: string } {
  const [, word = '', rest = ''] = /^(\w+)(?:\s+([^]*))?$/.exec(value.trim()) ?? [];
  return operators.has(word) ? { operator: word, rest: rest.trim() } : { operator: 'eq', rest: value.trim() };
}

/** JavaScript conditions for assertions; `r` is the right side. */
const conditions: Readonly<Record<string, (left: string, r: string) => string>> = {
  eq: (left, r) => `${left} === ${r}`,
  neq: (left, r) => `${left} !== ${r}`,
  gt: (left, r) => `${left} > ${r}`,
  gte: (left, r) => `${left} >= ${r}`,
  lt: (left, r) => `${left} < ${r}`,
  lte: (left, r) => `${left} <= ${r}`,
  contains: (left, r) => `${left}.includes(${r})`,
  notContains: (left, r) => `!${left}.includes(${r})`,
  startsWith: (left, r) => `${left}.startsWith(${r})`,
  endsWith: (left, r) => `${left}.endsWith(${r})`,
  matches: (left, r) => `new RegExp(${r}).test(${left})`,
  notMatches: (left, r) => `!new RegExp(${r}).test(${left})`,
  length: (left, r) => `${left}.length === ${r}`,
  isTruthy: (left) => `!!${left}`,
  isFalsy: (left) => `!${left}`,
  isJson: (left) => `typeof ${left} === "object" && ${left} !== null`,
  isUndefined: (left) => `${left} === undefined`,
  isDefined: (left) => `${left} !== undefined`,
  isNull: (left) => `${left} === null`,
  isEmpty: (left) => `Object.keys(${left}).length === 0`,
  isNotEmpty: (left) => `Object.keys(${left}).length > 0`,
  isNumber: (left) => `typeof ${left} === "number"`,
  isString: (left) => `typeof ${left} === "string"`,
  isBoolean: (left) => `typeof ${left} === "boolean"`,
  isArray: (left) => `Array.isArray(${left})`,
};

const operators: ReadonlySet<string> = new Set([...Object.keys(conditions), 'in', 'notIn', 'between']);

/** A script test for an assertion without an equivalent in `??`; undefined if Req cannot read its left side or its value. */
function testOf(title: string, name: string, operator: string, value: string): string | undefined {
  const condition = Object.hasOwn(conditions, operator) ? conditions[operator] : undefined;
  if (condition === undefined || !/^(?:res|bru)\b/.test(name) || value.includes('{{')) return undefined;
  let isKnown = true;
  const left = brunoScript(name, () => {
    isKnown = false;
  });
  if (!isKnown) return undefined;
  const quoted = /^'([^'\\]*)'$/.exec(value)?.[1];
  const isPattern = operator === 'matches' || operator === 'notMatches';
  const isLiteral = quoted === undefined && !isPattern && parseJson(value) !== undefined && !/^[[{]/.test(value);
  const compared = isLiteral ? value : JSON.stringify(quoted ?? (isPattern ? value.replace(/^\/(.*)\/$/, '$1') : value));
  return `tool.test(${JSON.stringify(title)}, () => tool.expect(${condition(left, compared)}).to.equal(true));`;
}

function leftOf(name: string): string | undefined {
  const header = /^res\.(?:headers(?:\.([\w-]+)|\[\s*["']([\w-]+)["']\s*\])|getHeader\(\s*["']([\w-]+)["']\s*\))$/.exec(name);
  if (header !== null) return `header ${header[1] ?? header[2] ?? header[3]}`;
  for (const [form, subject] of subjects) {
    const m = form.exec(name);
    const rest = name.slice(m?.[0].length ?? 0);
    if (m !== null && /^(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["[^"\\]*"\])*$/.test(rest)) return subject + rest;
  }
  return undefined;
}

function lineOf(left: string | undefined, operator: string, value: string, translate: Translate): readonly string[] | undefined {
  if (left === undefined) return undefined;
  if (Object.hasOwn(unary, operator)) return [`${left} ${unary[operator]}`];
  const to = right(value, translate, operator === 'matches');
  if (to === undefined) return undefined;
  if (Object.hasOwn(binary, operator)) return [`${left} ${binary[operator]} ${to}`];
  switch (operator) {
    case 'matches':
      return [`${left} matches ${to.replace(/^\/(.*)\/$/, '$1')}`];
    case 'in':
      return [
        `${left} in ${
          to.startsWith('[')
            ? to
            : `[${to
                .split(',')
                .map((v) => (/^\s*(?:-?\d+(?:\.\d+)?|true|false|null|".*")\s*$/.test(v) ? v.trim() : JSON.stringify(v.trim())))
                .join(', ')}]`
        }`,
      ];
    case 'length':
      return left.startsWith('body') ? [`${left} length ${to}`] : undefined;
    case 'between': {
      const [low, high] = to.replace(/^\[|\]$/g, '').split(',');
      return low === undefined || high === undefined ? undefined : [`${left} >= ${low.trim()}`, `${left} <= ${high.trim()}`];
    }
    default:
      return undefined;
  }
}
