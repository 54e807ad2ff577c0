import { pushAll } from '../../base/lists.ts';
import type { Tell } from '../import/importResult.ts';
import { marked, type Translate } from '../import/importedPlaceholders.ts';
import { asTemplate, RawTexts } from '../text/literalText.ts';
import type { Entry } from './bru.ts';

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

/** Converts the right side of an assertion; undefined if it does not fit in a line. */
function right(value: string, translate: Translate): string | undefined {
  const text = /^'([^'\\]*)'$/.test(value) ? JSON.stringify(value.slice(1, -1)) : value;
  const raw = new RawTexts('');
  const written = asTemplate(marked(text, translate), raw);
  return raw.definitions().length > 0 || /[\r\n]/.test(written) || written.trim() === '' ? undefined : written;
}

/** Assertion lines without `??`; `off` has the assertions that cannot be converted. */
export function assertionsOf(
  entries: readonly Entry[],
  translate: Translate,
  tell: Tell,
): { readonly lines: readonly string[]; readonly off: readonly string[] } {
  const lines: string[] = [];
  const off: string[] = [];
  for (const { name, value, enabled } of entries) {
    const [, operator = 'eq', rest = ''] = /^(\w+)(?:\s+([^]*))?$/.exec(value) ?? [undefined, 'eq', value];
    const read = enabled ? lineOf(leftOf(name.trim().replace(/^\$(?=res\b)/, '')), operator, rest.trim(), translate) : undefined;
    if (read !== undefined) pushAll(lines, read);
    else off.push(`assertion: ${name} ${value}`);
    if (read === undefined && enabled) tell('warning', `Req has no equivalent of the assertion ${name}: ${value}.`);
  }
  return { lines, off };
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
  const to = right(value, translate);
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
      return left.startsWith('body') ? [`${left}.length == ${to}`] : undefined;
    case 'between': {
      const [low, high] = to.replace(/^\[|\]$/g, '').split(',');
      return low === undefined || high === undefined ? undefined : [`${left} >= ${low.trim()}`, `${left} <= ${high.trim()}`];
    }
    default:
      return undefined;
  }
}
