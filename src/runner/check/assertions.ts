import { jsonOrText } from '../../base/json.ts';
import { formatJson } from '../../base/jsonFormat.ts';
import { ReqError } from '../../base/reqError.ts';
import {
  isArrayValue,
  isExactNumber,
  isNumeric,
  isObjectValue,
  jsonPieces,
  numberFromToken,
  typeOfValue,
  valueToJson,
  valueToText,
  valuesEqual,
  type Value,
} from '../../base/value.ts';
import { indexOutOfRange, parseTemplate, stepInto, type AssertionNode, type Evaluated, type Header } from '../../language/index.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { Matched } from './matcher.ts';

export interface AssertedResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly text: string;
  /** Bytes of the decoded body. */
  readonly size: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The first complete events of a stream, up to the memory limit. */
  readonly events: readonly StreamEvent[];
  /** Number of all complete events of the stream, kept or not. */
  readonly eventCount: number;
  /** A stream's joined text. @throws {ReqError} `limit` if it exceeds the memory limit */
  readonly joinedText: string;
}

export interface AssertionResult {
  readonly passed: boolean;
  readonly message: string | null;
  /** Both sides of a failed `==`: strings unchanged, other values as JSON with one member per line. */
  readonly expected?: string;
  readonly actual?: string;
}

export type RunPattern = (pattern: RegExp, text: string) => Promise<Matched>;

/**
 * Checks `?? LEFT OP RIGHT`. Values are compared, not texts: `5 == 5.0`, `"5" != 5`.
 * @param right the resolved right side; not a string but a value if it is a single placeholder
 * @throws {ReqError} `cancelled` if the run is cancelled while a regular expression runs
 */
export async function checkAssertion(
  node: AssertionNode,
  right: Value,
  response: AssertedResponse,
  body: () => Value,
  runPattern: RunPattern,
): Promise<AssertionResult> {
  const operator = node.operator.text;
  const subject = subjectOf(node.left.text, response, body);
  if (operator === 'exists') return verdict(subject.found, `${node.left.text} to exist`, subject);
  if (operator === '!exists') return verdict(!subject.found, `${node.left.text} not to exist`, subject);
  if (!subject.found) return { passed: false, message: subject.why };
  const left = subject.value;
  if (operator === 'matches') return matches(left, right, subject, runPattern);
  switch (operator) {
    case 'isNumber':
      return verdict(isNumeric(left), 'a number', subject);
    case 'isString':
      return verdict(typeof left === 'string', 'a string', subject);
    case 'isBoolean':
      return verdict(typeof left === 'boolean', 'a boolean', subject);
    case 'isArray':
      return verdict(isArrayValue(left), 'an array', subject);
    case 'isObject':
      return verdict(typeOfValue(left) === 'object', 'an object', subject);
    case 'isEmpty':
      return verdict(lengthOf(left) === 0 || left === null, 'to be empty', subject);
    default:
      return compare(operator, ...comparable(node.left.text, operator, left, right), subject);
  }
}

/** Header values are text: `header Content-Length == 2` compares text, but `<` and `>` compare as numbers. */
function comparable(path: string, operator: string, left: Value, right: Value): [Value, Value] {
  if (!path.startsWith('header') || typeof left !== 'string' || typeof right === 'string') return [left, right];
  if (/^[<>]/.test(operator)) return [/^\s*-?\d+(?:\.\d+)?\s*$/.test(left) ? numberFromToken(left.trim()) : left, right];
  if (operator === 'in' && isArrayValue(right)) return [left, right.map((x) => (isNumeric(x) ? valueToText(x) : x))];
  return [left, valueToText(right)];
}

function compare(operator: string, left: Value, right: Value, subject: Found): AssertionResult {
  const wanted = shown(right);
  switch (operator) {
    case '==':
      return valuesEqual(left, right) ? { passed: true, message: null } : { ...verdict(false, wanted, subject), ...compared(right, left) };
    case '!=':
      return verdict(!valuesEqual(left, right), `anything but ${wanted}`, subject);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, left, right, wanted, subject);
    case 'contains':
      return verdict(containsValue(left, right), `to contain ${wanted}`, subject);
    case 'startsWith':
      return verdict(valueToText(left).startsWith(valueToText(right)), `to start with ${wanted}`, subject);
    case 'endsWith':
      return verdict(valueToText(left).endsWith(valueToText(right)), `to end with ${wanted}`, subject);
    case 'in':
      return verdict(
        isArrayValue(right) ? right.some((x) => valuesEqual(x, left)) : containsValue(right, left),
        `one of ${wanted}`,
        subject,
      );
    default:
      return { passed: false, message: `unknown operator ${operator}` };
  }
}

export function assertedValue(left: string, response: AssertedResponse, body: () => Value): Subject {
  return subjectOf(left, response, body);
}

interface Found {
  readonly found: true;
  readonly value: Value;
}
type Subject = Found | { readonly found: false; readonly why: string };

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
/** Serializes only as much of a value as is shown, because it may be a whole body. */
const shown = (v: Value): string => {
  let text = '';
  for (const piece of jsonPieces(v)) {
    text += piece;
    if (text.length > 300) return cut(text);
  }
  return text;
};

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

function verdict(passed: boolean, wanted: string, subject: Subject): AssertionResult {
  return passed
    ? { passed, message: null }
    : { passed, message: `expected ${wanted}, got ${subject.found ? shown(subject.value) : 'nothing'}` };
}

function numberOf(v: Value): number | undefined {
  if (typeof v === 'number') return v;
  if (typeof v === 'bigint') return Number(v);
  return isExactNumber(v) ? Number(v.numberText) : undefined;
}

function ordered(operator: string, left: Value, right: Value, wanted: string, subject: Found): AssertionResult {
  const [a, b] = [numberOf(left), numberOf(right)];
  let order: number;
  if (a !== undefined && b !== undefined) order = a < b ? -1 : a > b ? 1 : 0;
  else if (typeof left === 'string' && typeof right === 'string') order = left < right ? -1 : left > right ? 1 : 0;
  else
    return { passed: false, message: `${shown(left)} and ${wanted} cannot be ordered: both sides must be numbers, or both must be text` };
  const passed = operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0;
  return verdict(passed, `${operator} ${wanted}`, subject);
}

function containsValue(left: Value, right: Value): boolean {
  if (isArrayValue(left)) return left.some((x) => valuesEqual(x, right));
  if (typeof left === 'object' && left !== null && left instanceof Map) return left.has(valueToText(right));
  return valueToText(left).includes(valueToText(right));
}

async function matches(left: Value, right: Value, subject: Found, runPattern: RunPattern): Promise<AssertionResult> {
  const written = valueToText(right);
  const slashed = /^\/(.*)\/([a-z]*)$/s.exec(written);
  let pattern: RegExp;
  try {
    pattern = slashed === null ? new RegExp(written, 'u') : new RegExp(slashed[1] ?? '', slashed[2]);
  } catch (e) {
    return noPattern(written, e instanceof Error ? e.message : String(e));
  }
  const matched = await runPattern(pattern, valueToText(left));
  if (matched.kind === 'failed') return noPattern(written, matched.message);
  if (matched.kind === 'done') return verdict(matched.found, `to match ${written}`, subject);
  const why = `the regular expression ${cut(written)} ran longer than ${matched.timeMs / 1000} s and was stopped`;
  return { passed: false, message: `${why}. Avoid a repetition inside a repetition, such as (a+)+, or match a smaller text.` };
}

const noPattern = (written: string, why: string): AssertionResult => ({
  passed: false,
  message: `${cut(written)} is not a regular expression: ${why}`,
});

function lengthOf(v: Value): number | undefined {
  if (typeof v === 'string' || isArrayValue(v)) return v.length;
  return typeof v === 'object' && v !== null && v instanceof Map && isObjectValue(v) ? v.size : undefined;
}

type LeftSide =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'path'; readonly root: string; readonly steps: readonly (string | number)[] };

/** Parses an assertion's left side. `undefined` if it is neither a header nor a path. */
function parseLeft(left: string): LeftSide | undefined {
  const name = /^header[ \t]+(\S+)$/.exec(left)?.[1];
  if (name !== undefined) return { kind: 'header', name };
  const part = parseTemplate(`{{${left}}}`).parts[0];
  if (part?.kind !== 'placeholder' || part.expression.kind !== 'path') return undefined;
  const [root, ...segments] = part.expression.segments;
  return { kind: 'path', root: String(root?.key), steps: segments.map(({ key }) => key) };
}

function subjectOf(left: string, response: AssertedResponse, body: () => Value): Subject {
  const parsed = parseLeft(left);
  if (parsed === undefined) return { found: false, why: `${left} cannot be read` };
  if (parsed.kind === 'header') return headerSubject(parsed.name, response);
  let path = parsed.root;
  let value: Value;
  let steps = parsed.steps;
  const addStep = (step: string | number): void => {
    path += typeof step === 'number' ? `[${step}]` : `.${step}`;
  };
  if (path === 'events') {
    const [first, ...others] = steps;
    const begun = eventsValue(first, response);
    if (!begun.ok) return { found: false, why: begun.problem.message };
    value = begun.value;
    steps = others;
    if (first !== undefined) addStep(first);
  } else value = rootValue(path, response, body);
  for (const key of steps) {
    const step = stepInto(value, key, path);
    if (!step.ok) return { found: false, why: step.problem.message };
    value = step.value;
    addStep(key);
  }
  return { found: true, value };
}

function headerSubject(name: string, { headers }: AssertedResponse): Subject {
  const values = headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return values.length === 0 ? { found: false, why: `the response has no header ${name}` } : { found: true, value: values.join(', ') };
}

function rootValue(root: string, response: AssertedResponse, body: () => Value): Value {
  switch (root) {
    case 'status':
      return response.status;
    case 'body':
      return body();
    case 'duration':
      return response.duration;
    case 'size':
      return response.size;
    case 'text':
      return response.joinedText;
    default:
      return null;
  }
}

/**
 * One event or all of them. Only the requested events are converted to values, because there may be millions.
 * @throws {ReqError} `limit` for events beyond the memory limit
 */
function eventsValue(step: string | number | undefined, { events, eventCount }: AssertedResponse): Evaluated {
  if (step === 'length') return { ok: true, value: eventCount };
  if (typeof step === 'number') {
    const event = events[step];
    if (event !== undefined) return { ok: true, value: eventValue(event) };
    if (step < 0 || step >= eventCount) return { ok: false, problem: indexOutOfRange('events', step, eventCount) };
  } else if (step !== undefined) return stepInto([], step, 'events');
  if (events.length < eventCount) {
    const what = step === undefined ? 'events' : `events[${step}]`;
    throw new ReqError(
      'limit',
      `${what} cannot be read: only the first ${events.length} of the stream's ${eventCount} events are kept (64 MiB). events.length counts all of them; # @max-events or # @max-time ends a stream earlier`,
    );
  }
  return { ok: true, value: events.map(eventValue) };
}

/** Number of leading events that assertions may read; 0 if they use only the count. */
export const eventsNeeded = (assertions: readonly { readonly left: { readonly text: string } }[]): number =>
  assertions.reduce((most, { left }) => Math.max(most, eventsOf(left.text)), 0);

function eventsOf(left: string): number {
  const parsed = parseLeft(left);
  if (parsed?.kind !== 'path' || parsed.root !== 'events') return 0;
  const [first] = parsed.steps;
  if (typeof first === 'number') return first + 1;
  return first === 'length' ? 0 : Number.POSITIVE_INFINITY;
}

const eventValue = (e: StreamEvent): Value =>
  new Map<string, Value>([
    ['event', e.event],
    ['data', jsonOrText(e.data)],
    ['id', e.id],
    ['retry', e.retry],
    ['at', e.at],
  ]);

/** Parses the right side of an assertion as JSON if possible; otherwise it is text. */
export function rightValue(text: string): Value {
  return jsonOrText(text);
}
