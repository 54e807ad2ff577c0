import { jsonOrText } from '../../base/json/json.ts';
import { formatJson } from '../../base/json/jsonFormat.ts';
import { valueToJson, valueToText, type Value } from '../../base/values/value.ts';
import { readTime, subjectEntry, type AssertionNode } from '../../language/index.ts';
import type { AssertedResponse, AssertionResult } from './assertedResponse.ts';
import type { Matched } from './matcher.ts';
import { asHeader, asTexts, evaluateOperator, type OperatorResult } from './operators.ts';
import type { QueryLimit } from './queryLimit.ts';
import { isThere } from './selectValues.ts';
import { cutText, shownValue } from './shownValue.ts';
import { subjectValue, throwIfTooDeep } from './subjectValue.ts';
import { rightBeside, type Right } from './writtenText.ts';

export type RunPattern = (pattern: RegExp, text: string) => Promise<Matched>;

export const failed = (message: string): AssertionResult => ({ passed: false, message });
export const passed: AssertionResult = { passed: true, message: null };

/**
 * Checks `?? LEFT OP RIGHT` on a whole response. Values are compared, not texts: `5 == 5.0`, `"5" != 5`.
 * @param given the resolved right side; not a string but a value if it is a single placeholder
 * @throws {ReqError} `cancelled` if the run is cancelled while a regular expression runs, `limit` if the left side exceeds a limit
 */
export async function checkAssertion(
  node: AssertionNode,
  given: Right,
  response: AssertedResponse,
  body: () => Value,
  runPattern: RunPattern,
  limit: QueryLimit,
): Promise<AssertionResult> {
  const { operatorName: operator, negated, subject } = node;
  if (subject === undefined) return failed(`${node.left.text} cannot be read`);
  const found = subjectValue(subject, response, body, limit);
  if (subject.kind === 'path' && subject.selector === undefined && !ofTexts.has(operator)) throwIfTooDeep(subject, response, body);
  if (operator === 'exists') {
    if (isThere(found, subject.kind === 'path' ? subject.query : undefined) !== negated) return passed;
    return failed(`expected ${node.left.text} ${negated ? 'not ' : ''}to exist, got ${found.found ? shownValue(found.value) : 'nothing'}`);
  }
  if (!found.found) return failed(found.why);
  const left = found.value;
  const right = rightBeside(given, left);
  if (operator === 'matches') return assertionResult(await matched(left, right, runPattern), negated, left);
  const [actual, expected] =
    subject.kind === 'header'
      ? asHeader(operator, left, right)
      : subject.kind === 'path' && (subject.selector !== undefined || rootsOfTexts.has(subject.root))
        ? asTexts(operator, left, right)
        : ([left, withTime(subject, right, operator)] as const);
  const outcome = evaluateOperator(operator, actual, expected);
  const isEqual = operator === '==' && !negated && outcome.kind === 'evaluated' && !outcome.holds;
  if (isTime(subject) && typeof left === 'number') return resultOfTime(outcome, negated, left);
  return { ...assertionResult(outcome, negated, left), ...(isEqual ? compared(expected, left) : {}) };
}

/** Values of fields have no types. */
const rootsOfTexts: ReadonlySet<string> = new Set(['headers', 'trailers', 'cookies']);

/** Operators that judge a body as text too. */
const ofTexts: ReadonlySet<string> = new Set(['exists', 'contains', 'startsWith', 'endsWith', 'matches', 'isEmpty']);

/** A time such as `800ms` on the right side of a subject that is a time, in milliseconds. `within` reads it itself. */
export function withTime(subject: AssertionNode['subject'], right: Value, operator: string): Value {
  return isTime(subject) && operator !== 'within' && typeof right === 'string' ? (readTime(right) ?? right) : right;
}

const isTime = (subject: AssertionNode['subject']): boolean =>
  subject?.kind === 'event-time' || (subject?.kind === 'path' && subjectEntry(subject.root)?.isTime === true);

/**
 * Applies the negation and writes the message, with units.
 * @param where follows the time in the message
 */
export function resultOfTime(outcome: OperatorResult, negated: boolean, ms: number, where = ''): AssertionResult {
  if (outcome.kind === 'unfit' || outcome.holds !== negated) return assertionResult(outcome, negated, ms);
  const wanted = wantedText(outcome.wanted(), negated);
  return failed(
    `expected ${wanted}${/[a-z]$/.test(wanted) ? '' : ' ms'}, got ${ms < 10 ? Math.round(ms * 100) / 100 : Math.round(ms)} ms${where}`,
  );
}

/** Applies the negation and writes the message. */
export function assertionResult(outcome: OperatorResult, negated: boolean, left: Value): AssertionResult {
  if (outcome.kind === 'unfit') return failed(outcome.message);
  if (outcome.holds !== negated) return passed;
  return failed(`expected ${wantedText(outcome.wanted(), negated)}, got ${shownValue(left)}`);
}

const anythingBut = 'anything but ';

/** The expectation after the negation: `not >= 9`, `anything but a number`. */
export function wantedText(wanted: string, negated: boolean): string {
  if (!negated) return wanted;
  if (wanted.startsWith(anythingBut)) return wanted.slice(anythingBut.length);
  return /^(?:to|between|within|length|[<>]=?) /.test(wanted) ? `not ${wanted}` : anythingBut + wanted;
}

const longestSide = 20_000;

/** The two sides as text for a diff. Numbers keep their digits. */
function compared(expected: Value, actual: Value): { readonly expected: string; readonly actual: string } {
  const texts = typeof expected === 'string' && typeof actual === 'string';
  const side = (v: Value): string => {
    const text = texts ? valueToText(v) : formatJson(valueToJson(v));
    return text.length > longestSide ? `${text.slice(0, longestSide)}…` : text;
  };
  return { expected: side(expected), actual: side(actual) };
}

export type ReadPattern = { readonly ok: true; readonly pattern: RegExp } | { readonly ok: false; readonly message: string };

/** `^a.c$` or `/^a.c$/i`. */
export function readPattern(written: string): ReadPattern {
  const slashed = /^\/(.*)\/([a-z]*)$/s.exec(written);
  try {
    return { ok: true, pattern: slashed === null ? new RegExp(written, 'u') : new RegExp(slashed[1] ?? '', slashed[2]) };
  } catch (e) {
    return { ok: false, message: noPattern(written, e instanceof Error ? e.message : String(e)) };
  }
}

const noPattern = (written: string, why: string): string => `${cutText(written)} is not a regular expression: ${why}`;

async function matched(left: Value, right: Value, runPattern: RunPattern): Promise<OperatorResult> {
  const written = valueToText(right);
  const read = readPattern(written);
  if (!read.ok) return { kind: 'unfit', message: read.message };
  const answer = await runPattern(read.pattern, valueToText(left));
  if (answer.kind === 'failed') return { kind: 'unfit', message: noPattern(written, answer.message) };
  if (answer.kind === 'done') return { kind: 'evaluated', holds: answer.found, wanted: () => `to match ${written}` };
  const why = `the regular expression ${cutText(written)} ran longer than ${answer.timeMs / 1000} s and was stopped`;
  return { kind: 'unfit', message: `${why}. Avoid a repetition inside a repetition, such as (a+)+, or match a smaller text.` };
}

/** Parses the right side of an assertion as JSON if possible; otherwise it is text. */
export function rightValue(text: string): Value {
  return jsonOrText(text);
}
