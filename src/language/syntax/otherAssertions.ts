import { operatorEntry } from '../catalog/assertionCatalog.ts';

/** Operators of Bruno, Hurl, httpYac and JavaScript, and how Req writes them. */
const operators: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=~': 'matches',
  eq: '==',
  equal: '==',
  equals: '==',
  is: '==',
  neq: '!=',
  ne: '!=',
  notEquals: '!=',
  gt: '>',
  greaterThan: '>',
  gte: '>=',
  greaterThanOrEquals: '>=',
  lt: '<',
  lessThan: '<',
  lte: '<=',
  lessThanOrEquals: '<=',
  count: 'length',
  hasLength: 'length',
  includes: 'contains',
  notContains: '!contains',
  notMatches: '!matches',
  notIn: '!in',
  isDefined: 'exists',
  isUndefined: '!exists',
  notExists: '!exists',
  isNotEmpty: '!isEmpty',
  isTrue: '== true',
  isFalse: '== false',
  isList: 'isArray',
  isIsoDate: 'isDate',
};

/** Req's operator for one of another client, with its negation; undefined for any other word. */
export function operatorMeant(written: string): string | undefined {
  const [, negation = '', name = ''] = /^(!(?=[a-zA-Z])|not\s+)?([^]*)$/.exec(written) ?? [];
  const meant = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (meant === undefined || negation === '') return meant;
  return meant.startsWith('!') && operatorEntry(meant) === undefined ? undefined : `not ${meant}`;
}

/** Left sides of other clients and of scripts. `$1` is a path, or a name. */
const subjects: readonly (readonly [RegExp, string])[] = [
  [/^(?:jsonpath|body)\s+"(\$[^"\\]*)"/i, 'body.$1'],
  [/^(?:jsonpath|body)\s+'(\$[^'\\]*)'/i, 'body.$1'],
  [/^(?:(?:jsonpath|body)\s+)?(\$[.[]\S*)/i, 'body.$1'],
  [/^(?:response|res)\.(?:body|json\(\)|getBody\(\))((?:[.[][^\s:]*)?):?/, 'body$1'],
  [/^(?:(?:response|res)\.)?(?:status(?:Code)?|code|getStatus\(\)):?(?!\S)/, 'status'],
  [/^(?:(?:response|res)\.)?(?:responseTime|time|getResponseTime\(\)):?(?!\S)/, 'duration'],
  [/^(?:response|res)\.(?:headers(?:\.get\(|[.[])|getHeader\()["']?([\w-]+)["']?[\])]?:?(?!\S)/, 'header $1'],
  [/^header\s+["']?([\w-]+)["']?:?(?!\S)/, 'header $1'],
  [/^cookie\s+["']?([\w-]+)["']?(?!\S)/, 'cookies.$1.value'],
];

/** A path after `body`, as in httpYac, and the word after it: `body items[0].id ==`. */
const spacedPath = /^body\s+([A-Za-z_][\w.[\]-]*)\s+(\S+)/;

export interface MeantSubject {
  /** Length of the text that `suggestion` replaces. */
  readonly length: number;
  readonly suggestion: string;
}

/** Req's left side for that of another client, which Req cannot read; undefined if it is not known. */
export function subjectMeant(assertion: string): MeantSubject | undefined {
  const [, path = '', operator = ''] = spacedPath.exec(assertion) ?? [];
  if (operatorEntry(operator) !== undefined || operatorMeant(operator) !== undefined)
    return { length: assertion.indexOf(path, 4) + path.length, suggestion: `body.${path}` };
  for (const [pattern, form] of subjects) {
    const found = pattern.exec(assertion);
    if (found === null || !isClosed(found[0])) continue;
    const suggestion = form.replace('$1', () => found[1] ?? '');
    return suggestion === found[0] ? undefined : { length: found[0].length, suggestion };
  }
  return undefined;
}

/** Whether all brackets are closed. White space within them belongs to a path, which goes on after it. */
const isClosed = (path: string): boolean => path.split(/[[(]/).length === path.split(/[\])]/).length;
