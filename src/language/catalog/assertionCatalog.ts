export interface SubjectEntry {
  /** The first word of the left side. */
  readonly name: string;
  readonly form: string;
  /** The text after the name: nothing, a name, or a path. */
  readonly rest: 'none' | 'name' | 'path' | 'event';
  /** Milliseconds: the right side may have a unit, such as `800ms` or `2s`. */
  readonly isTime?: true;
}

/** The left sides of `?? LEFT OP RIGHT`. */
export const subjects: readonly SubjectEntry[] = [
  { name: 'status', form: 'status', rest: 'none' },
  { name: 'header', form: 'header NAME', rest: 'name' },
  { name: 'headers', form: 'headers.Set-Cookie[1]', rest: 'path' },
  { name: 'cookies', form: 'cookies.session.httpOnly', rest: 'path' },
  { name: 'body', form: 'body.items[0].id', rest: 'path' },
  { name: 'response', form: 'response', rest: 'none' },
  { name: 'duration', form: 'duration', rest: 'none', isTime: true },
  { name: 'ttfb', form: 'ttfb', rest: 'none', isTime: true },
  { name: 'timings', form: 'timings.connect', rest: 'path', isTime: true },
  { name: 'size', form: 'size', rest: 'none' },
  { name: 'version', form: 'version', rest: 'none' },
  { name: 'redirects', form: 'redirects[0].status', rest: 'path' },
  { name: 'trailers', form: 'trailers.Server-Timing[0]', rest: 'path' },
  { name: 'certificate', form: 'certificate.daysLeft', rest: 'path' },
  { name: 'events', form: 'events[0].data', rest: 'path' },
  { name: 'any', form: 'any event.data.done', rest: 'event' },
  { name: 'every', form: 'every event.data', rest: 'event' },
  { name: 'no', form: 'no event.data.error', rest: 'event' },
  { name: 'event', form: 'event done', rest: 'name', isTime: true },
  { name: 'gap', form: 'gap', rest: 'none', isTime: true },
  { name: 'ttfe', form: 'ttfe', rest: 'none', isTime: true },
  { name: 'text', form: 'text', rest: 'path' },
  { name: 'reasoning', form: 'reasoning', rest: 'path' },
  { name: 'toolCalls', form: 'toolCalls[0].name', rest: 'path' },
  { name: 'usage', form: 'usage.output', rest: 'path' },
  { name: 'finishReason', form: 'finishReason', rest: 'none' },
];

/** Functions after a path that select nodes, such as `body.css("h1")`. */
export const selectors = [
  { name: 'xpath', form: 'body.xpath("//user/@id")', what: 'XPath' },
  { name: 'css', form: 'body.css("h1")', what: 'CSS selector' },
] as const;

/** Kind of the right side of an operator. */
export type OperandKind = 'none' | 'value' | 'list' | 'bounds' | 'nearness' | 'count' | 'duration' | 'event' | 'snapshot' | 'schema';

export interface OperatorEntry {
  readonly name: string;
  readonly operand: OperandKind;
  /** The right side as shown in messages. */
  readonly form?: string;
}

const entry = (name: string, operand: OperandKind, form?: string): OperatorEntry => ({
  name,
  operand,
  ...(form === undefined ? {} : { form }),
});

/**
 * The operators of `?? LEFT OP RIGHT`. They compare values, not their texts: `5 == 5.0`, `"5" != 5`. `!` or `not` before an operator
 * that is a word negates it.
 */
export const operators: readonly OperatorEntry[] = [
  entry('==', 'value'),
  entry('!=', 'value'),
  entry('<', 'value'),
  entry('<=', 'value'),
  entry('>', 'value'),
  entry('>=', 'value'),
  entry('contains', 'value'),
  entry('startsWith', 'value'),
  entry('endsWith', 'value'),
  entry('matches', 'value'),
  entry('in', 'list'),
  entry('oneOf', 'list', 'A, B'),
  entry('between', 'bounds', 'A and B'),
  entry('within', 'nearness', '10 ± 0.5'),
  entry('length', 'count', '>= 3'),
  entry('before', 'event', 'event NAME'),
  entry('after', 'event', 'event NAME'),
  entry('exists', 'none'),
  entry('isNumber', 'none'),
  entry('isInteger', 'none'),
  entry('isString', 'none'),
  entry('isBoolean', 'none'),
  entry('isNull', 'none'),
  entry('isArray', 'none'),
  entry('isObject', 'none'),
  entry('isEmpty', 'none'),
  entry('isUuid', 'none'),
  entry('isDate', 'none'),
  entry('isEmail', 'none'),
  entry('isUrl', 'none'),
  entry('matchesSchema', 'schema', './FILE.schema.json or {…}'),
  entry('matchesShape', 'none'),
  entry('conforms', 'none'),
  entry('matchesSnapshot', 'snapshot', 'ignoring PATHS'),
];

const byName = new Map(operators.map((o) => [o.name, o]));

export const operatorEntry = (name: string): OperatorEntry | undefined => byName.get(name);

const subjectByName = new Map(subjects.map((s) => [s.name, s]));

export const subjectEntry = (name: string): SubjectEntry | undefined => subjectByName.get(name);
