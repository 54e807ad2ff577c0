import type { Value } from '../../base/values/value.ts';
import { parseJson } from '../../base/json/json.ts';
import { variableName } from '../import/layout/fileNames.ts';
import { list, text } from '../import/reading/importedValues.ts';
import { asTemplate, RawTexts } from '../text/literalText.ts';
import type { AddNote } from '../import/importResult.ts';
import { thunderText } from './thunderText.ts';

/** Tests of a request: lines without `??`, captures without `@`, and script lines for captures without an equivalent. */
export interface ThunderTests {
  readonly assertions: readonly string[];
  readonly captures: readonly string[];
  readonly script: readonly string[];
}

interface Capture {
  readonly kind: 'capture' | 'script';
  readonly line: string;
}

/** By the name of an action in lower case. */
const operators: Readonly<Record<string, string>> = {
  equal: '==',
  '=': '==',
  notequal: '!=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  contains: 'contains',
  notcontains: 'not contains',
  regex: 'matches',
  count: 'length',
};
const types: Readonly<Record<string, string>> = {
  array: 'isArray',
  boolean: 'isBoolean',
  null: 'isNull',
  number: 'isNumber',
  object: 'isObject',
  string: 'isString',
  undefined: 'not exists',
};

/** Converts tests, including those that set a variable. */
export function thunderTests(tests: Value | undefined, addNote: AddNote): ThunderTests {
  const assertions: string[] = [];
  const captures: string[] = [];
  const script: string[] = [];
  for (const test of list(tests)) {
    const [type, custom, action, value] = ['type', 'custom', 'action', 'value'].map((key) => text(test, key).trim()) as [
      string,
      string,
      string,
      string,
    ];
    if (text(test, 'isDisabled') === 'true') continue;
    const shown = [type, custom, action, value].filter((part) => part !== '').join(' ');
    const set = /^setto$/i.test(action) ? captureOf(type, custom, value) : undefined;
    const line = set === undefined ? assertionOf(type, custom, action.toLowerCase(), value, addNote) : undefined;
    if (set !== undefined) (set.kind === 'capture' ? captures : script).push(set.line);
    else if (line !== undefined) assertions.push(line);
    else addNote('warning', `Req has no equivalent of the assertion ${shown}.`);
  }
  return { assertions, captures, script };
}

/** The path of a value in the body: `json.items[0].id` or `$.items[0].id`, without the first word. */
function steps(custom: string): string | undefined {
  const path = custom.replace(/^(?:json|\$)(?=[.[]|$)/, '');
  const rest = path === custom && path !== '' ? `.${path}` : path;
  return /^(?:\.[A-Za-z_$][\w$]*|\[\d+\]|\["[^"\\]*"\])*$/.test(rest) ? rest : undefined;
}

function leftOf(type: string, custom: string): string | undefined {
  switch (type.toLowerCase()) {
    case 'res-code':
      return 'status';
    case 'res-time':
      return 'duration';
    case 'res-body':
      return 'body.text';
    case 'content-type':
      return 'header Content-Type';
    case 'header':
    case 'res-header':
      return /^[\w-]+$/.test(custom) ? `header ${custom}` : undefined;
    case 'json-query': {
      const path = steps(custom);
      return path === undefined ? undefined : `body${path}`;
    }
    default:
      return undefined;
  }
}

function assertionOf(type: string, custom: string, action: string, value: string, addNote: AddNote): string | undefined {
  const left = leftOf(type, custom);
  if (left === undefined) return undefined;
  if (action === 'istype' || action === 'type') {
    const word = Object.hasOwn(types, value.toLowerCase()) ? types[value.toLowerCase()] : undefined;
    return word === undefined ? undefined : `${left} ${word}`;
  }
  if (action === 'isjson') return type.toLowerCase() === 'res-body' ? 'body isObject' : `${left} isObject`;
  if (action === 'exists' || action === 'isdefined') return `${left} exists`;
  if (action === 'isundefined' || action === 'notexists') return `${left} not exists`;
  const operator = Object.hasOwn(operators, action) ? operators[action] : undefined;
  if (operator === undefined || value === '') return undefined;
  const raw = new RawTexts('');
  const isText = operator === 'matches' || value.includes('{{') || parseJson(value) !== undefined;
  const written = asTemplate(thunderText(isText ? value : JSON.stringify(value), addNote), raw);
  return raw.definitions().length > 0 || /[\r\n]/.test(written) ? undefined : `${left} ${operator} ${written}`;
}

/** A test that sets a variable: `json-query json.token setto {{token}}`. */
function captureOf(type: string, custom: string, value: string): Capture | undefined {
  const [, name = ''] = /^\{\{([^{}|,]+)[^{}]*\}\}$/.exec(value) ?? [];
  if (name === '') return undefined;
  const variable = variableName(name.trim());
  const left = type.toLowerCase() === 'set-env-var' ? sourceOf(custom) : leftOf(type, custom);
  if (left !== undefined && /^[A-Za-z_]\w*$/.test(variable)) return { kind: 'capture', line: `${variable} << ${left}` };
  if (type.toLowerCase() !== 'json-query') return undefined;
  return { kind: 'script', line: `tool.setVar(${JSON.stringify(variable)}, jsonPath(response.json(), ${JSON.stringify(custom)}));` };
}

/** The source that *Set Env Variable* reads: `header.NAME`, `cookie.NAME`, `text` or a path of the body. */
function sourceOf(custom: string): string | undefined {
  const [, place, name = ''] = /^(header|cookie)\.(.+)$/i.exec(custom) ?? [];
  if (place !== undefined) {
    if (!/^[\w-]+$/.test(name)) return undefined;
    return place.toLowerCase() === 'header' ? `header ${name}` : `cookies["${name}"].value`;
  }
  if (/^text$/i.test(custom)) return 'body.text';
  const path = steps(custom);
  return path === undefined ? undefined : `body${path}`;
}
