import { jsonOrText, nestingProblem } from '../../base/json/json.ts';
import { isReqError, ReqError } from '../../base/reqError.ts';
import { isObjectValue, type Value } from '../../base/values/value.ts';
import { indexOutOfRange, stepInto, subjectFrom, type AssertionSubject, type Evaluated, type Header } from '../../language/index.ts';
import type { CertificateInfo } from '../ports/connectionInfo.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { StreamReading } from '../streamText/streamTextTypes.ts';
import type { AssertedResponse } from './assertedResponse.ts';
import type { QueryLimit } from './queryLimit.ts';
import { selectValues } from './selectValues.ts';
import { setCookies } from './setCookies.ts';

export interface FoundValue {
  readonly found: true;
  readonly value: Value;
}
export type SubjectValue = FoundValue | { readonly found: false; readonly why: string };

export type PathSubject = Extract<AssertionSubject, { readonly kind: 'path' }>;

const missing = (why: string): SubjectValue => ({ found: false, why });

/**
 * The value of an assertion's left side.
 * @throws {ReqError} `limit` for data above the memory limit, and for a path that exceeds its own
 */
export function subjectValue(subject: AssertionSubject, response: AssertedResponse, body: () => Value, limit: QueryLimit): SubjectValue {
  switch (subject.kind) {
    case 'header':
      return headerValue(subject.name, response);
    case 'path':
      return pathValue(subject, response, body, limit);
    default:
      return missing('the response is not a stream');
  }
}

function headerValue(name: string, { headers }: AssertedResponse): SubjectValue {
  const values = valuesOf(headers, name);
  return values.length === 0 ? missing(`the response has no header ${name}`) : { found: true, value: values.join(', ') };
}

const valuesOf = (headers: readonly Header[], name: string): readonly string[] =>
  headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

/** The first steps, which are not followed by `stepInto`, and the value at their end. */
type Begun = { readonly ok: true; readonly value: Value; readonly steps: number } | { readonly ok: false; readonly why: string };

function pathValue(subject: PathSubject, response: AssertedResponse, body: () => Value, limit: QueryLimit): SubjectValue {
  if (subject.selector === undefined) return valueAtPath(subject, response, body, limit);
  const selected = response.selected?.get(subject.selector);
  if (isReqError(selected)) throw selected;
  return selected ?? missing(`${subject.selector.text} was not evaluated`);
}

/** The value before a selector. */
export function valueAtPath(subject: PathSubject, response: AssertedResponse, body: () => Value, limit: QueryLimit): SubjectValue {
  const { query } = subject;
  const selected = query && response.selected?.get(query);
  if (isReqError(selected)) throw selected;
  if (selected !== undefined) return selected;
  const found = valueBeforeQuery(subject, response, body);
  return query === undefined || !found.found ? found : selectValues(query, found.value, limit);
}

/**
 * The value in which the JSONPath of a subject selects.
 * @throws {ReqError} as `subjectValue`
 */
export function valueBeforeQuery(subject: PathSubject, response: AssertedResponse, body: () => Value): SubjectValue {
  const begun = begin(subject, response, body);
  if (subject.steps.length > 0 || subject.query !== undefined) throwIfNoPaths(subject, response, body);
  if (!begun.ok) return missing(begun.why);
  let { value } = begun;
  let path = subject.root;
  for (const [nth, key] of subject.steps.entries()) {
    if (nth >= begun.steps) {
      const step = stepInto(value, key, path);
      if (!step.ok) return missing(step.problem.message);
      value = step.value;
    }
    path += typeof key === 'number' ? `[${key}]` : `.${key}`;
  }
  return { found: true, value };
}

/** @throws {ReqError} `limit` if the body is JSON that is nested too deeply, of which only the text is known */
export function throwIfTooDeep({ root, steps }: PathSubject, response: AssertedResponse, body: () => Value): void {
  // The text of a response is kept only where an assertion reads its body.
  if (root !== 'body' || steps[0] === 'text' || body() !== response.text) return;
  const problem = nestingProblem(response.text);
  if (problem !== undefined) throw new ReqError('limit', `the body cannot be judged: ${problem}. body.text is its text`);
}

/**
 * Whether something exists at a path of a text that is not JSON, such as the page of a failing gateway, cannot be judged. An empty text has
 * nothing.
 * @throws {ReqError} `limit` if the body or the data of an event is nested too deeply, `protocol` if it is not JSON
 */
function throwIfNoPaths(subject: PathSubject, response: AssertedResponse, body: () => Value): void {
  throwIfTooDeep(subject, response, body);
  const { root, steps, query } = subject;
  if (root === 'body' && steps[0] !== 'text' && body() === response.text) throwIfText('the body', response.text, 'body.text');
  const [nth, part, next] = steps;
  const event = root === 'events' && part === 'data' && typeof nth === 'number' ? response.events[nth] : undefined;
  if (event === undefined || (next === undefined && query === undefined) || jsonOrText(event.data) !== event.data) return;
  const name = `events[${nth}]`;
  const problem = nestingProblem(event.data);
  if (problem !== undefined) throw new ReqError('limit', `${name}.data cannot be judged: ${problem}. ${name}.text is its text`);
  throwIfText(`${name}.data`, event.data, `${name}.text`);
}

function throwIfText(what: string, text: string, use: string): void {
  if (text.trim() !== '') throw new ReqError('protocol', `${what} is not JSON, so it has no paths. ${use} is its text`);
}

function begin({ root, steps }: PathSubject, response: AssertedResponse, body: () => Value): Begun {
  const [first] = steps;
  switch (root) {
    case 'events':
      return ofEvaluated(eventsValue(first, response), first === undefined ? 0 : 1);
    case 'headers':
      return fieldsValue('header', response.headers, first);
    case 'trailers':
      return fieldsValue('trailer', response.facts.trailers, first);
    case 'body': {
      const value = body();
      // A JSON member of this name comes first.
      if (first === 'text' && !(isObjectValue(value) && value.has('text'))) return { ok: true, value: response.text, steps: 1 };
      return { ok: true, value, steps: 0 };
    }
    default: {
      const value = rootValue(root, response);
      return value === undefined ? { ok: false, why: noneOf(root, response) } : { ok: true, value, steps: 0 };
    }
  }
}

const ofText = new Set(['text', 'reasoning', 'toolCalls', 'usage', 'finishReason']);

/** The reason why a response lacks a whole subject. */
function noneOf(root: string, { reading }: AssertedResponse): string {
  if (!ofText.has(root)) return `the response has no ${root}`;
  if (reading === undefined) return `the response is not a stream, so it has no ${root}${root === 'text' ? ': use body.text' : ''}`;
  return `the events have no ${root} of a language model`;
}

const ofEvaluated = (evaluated: Evaluated, steps: number): Begun =>
  evaluated.ok ? { ok: true, value: evaluated.value, steps } : { ok: false, why: evaluated.problem.message };

function fieldsValue(what: 'header' | 'trailer', fields: readonly Header[], name: string | number | undefined): Begun {
  if (name === undefined) {
    const names = new Map(fields.map(([key]) => [key.toLowerCase(), key]));
    return { ok: true, value: new Map([...names.values()].map((key) => [key, valuesOf(fields, key)])), steps: 0 };
  }
  const values = valuesOf(fields, String(name));
  return values.length === 0 ? { ok: false, why: `the response has no ${what} ${name}` } : { ok: true, value: values, steps: 1 };
}

function rootValue(root: string, response: AssertedResponse): Value | undefined {
  const { facts } = response;
  switch (root) {
    case 'status':
      return response.status;
    case 'duration':
      return response.duration;
    case 'size':
      return response.size;
    case 'cookies':
      return setCookies(response.headers);
    case 'ttfb':
      return rounded(facts.timings.total - facts.timings.download);
    case 'timings':
      return new Map(Object.entries(facts.timings).map(([phase, ms]) => [phase, rounded(ms as number)]));
    case 'version':
      return facts.version;
    case 'redirects':
      return facts.redirects.map(redirectValue);
    case 'certificate':
      return facts.certificate && certificateValue(facts.certificate, facts.time);
    case 'text':
      return response.joinedText === '' && response.reading === undefined ? undefined : response.joinedText;
    default:
      return response.reading && readingValue(root, response.reading);
  }
}

const redirectValue = ({ status, url, location }: { readonly status: number; readonly url: string; readonly location: string }): Value =>
  new Map<string, Value>([
    ['status', status],
    ['url', url],
    ['location', location],
  ]);

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

const day = 86_400_000;

function certificateValue({ subject, issuer, names, validFrom, validTo, fingerprint }: CertificateInfo, time: number): Value {
  return new Map<string, Value>([
    ['subject', subject],
    ['issuer', issuer],
    ['names', names],
    ['validFrom', validFrom],
    ['validTo', validTo],
    ['fingerprint', fingerprint],
    ['daysLeft', Math.floor((Date.parse(validTo) - time) / day)],
  ]);
}

function readingValue(root: string, { reasoning, toolCalls, usage, finishReason }: StreamReading): Value | undefined {
  switch (root) {
    case 'reasoning':
      return reasoning;
    case 'finishReason':
      return finishReason ?? undefined;
    case 'usage':
      return usage === null ? undefined : new Map<string, Value>(Object.entries(usage));
    case 'toolCalls':
      return toolCalls.map(
        (call) =>
          new Map<string, Value>([
            ['id', call.id],
            ['name', call.name],
            ['arguments', jsonOrText(call.arguments)],
          ]),
      );
    default:
      return undefined;
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
      `${what} cannot be read: only the first ${events.length} of the stream's ${eventCount} events are kept (64 MiB). events.length counts all of them; any, every and events where judge each event as it arrives; # @max-events or # @max-time ends a stream earlier`,
    );
  }
  return { ok: true, value: events.map(eventValue) };
}

const eventValue = (e: StreamEvent): Value =>
  new Map<string, Value>([
    ['event', e.event],
    ['data', jsonOrText(e.data)],
    ['text', e.data],
    ['id', e.id],
    ['retry', e.retry],
    ['at', e.at],
  ]);

/** The parts of a response that assertions read. */
export interface Needed {
  readonly body: boolean;
  /** The joined text of a stream, or facts from a language model such as usage. */
  readonly text: boolean;
  /** Number of leading events; 0 if only the count is used. */
  readonly events: number;
}

/** The parts of a response that must be stored for assertions and captures. */
export function neededBy(readers: readonly { readonly left: { readonly text: string } }[]): Needed {
  const needed = { body: false, text: false, events: 0 };
  for (const { left } of readers) {
    const subject = subjectFrom(left.text);
    if (subject?.kind !== 'path') continue;
    if (subject.root === 'body' || subject.root === 'response') needed.body = true;
    if (ofText.has(subject.root)) needed.text = true;
    if (subject.root === 'events') needed.events = Math.max(needed.events, eventsOf(subject));
  }
  return needed;
}

function eventsOf({ steps: [first] }: PathSubject): number {
  if (typeof first === 'number') return first + 1;
  return first === 'length' ? 0 : Number.POSITIVE_INFINITY;
}
