import { referenceTo } from '../../base/values/nodePath.ts';
import { valueToText, type Value } from '../../base/values/value.ts';
import {
  readEventName,
  readTime,
  type AssertedQuery,
  type AssertedStep,
  type AssertionSubject,
  type EventCondition,
} from '../../language/index.ts';
import type { AssertionResult } from './assertedResponse.ts';
import type { ArrivedEvent } from './arrivedEvent.ts';
import { failed, passed, readPattern, result, rightValue, wantedText, withTime } from './assertions.ts';
import { asHeader, compareNumbers, judge, numberOf, type Judgement } from './operators.ts';
import { isQuick } from './patternCost.ts';
import type { PreparedSchema } from './preparedSchema.ts';
import { isThere } from './selectValues.ts';
import { cutText, shownValue } from './shownValue.ts';

/** `failed`: no further event can make it pass. `passed`: none can make it fail. */
export type CheckState = 'open' | 'passed' | 'failed';

/** An assertion that is judged while a stream runs. Keeps no events. */
export interface StreamCheck {
  push(event: ArrivedEvent): void;
  readonly state: CheckState;
  /** Milliseconds since sending at which it fails unless an event arrives before. */
  readonly deadline?: number | undefined;
  /** @param since milliseconds from sending to the end of the stream */
  result(since: number): AssertionResult;
}

/** The parts of an assertion on a stream. */
export interface StreamAssertion {
  readonly left: string;
  readonly subject: AssertionSubject;
  readonly operator: string;
  readonly negated: boolean;
  readonly right: Value;
  /** The schema of `matchesSchema`. */
  readonly schema?: PreparedSchema | undefined;
}

/** The check of an assertion on a running stream; undefined if it reads the whole response. */
export function streamCheck(a: StreamAssertion): StreamCheck | undefined {
  switch (a.subject.kind) {
    case 'each-event':
      return eachEvent(a.subject.which, condition({ ...a, ...a.subject }, a.schema));
    case 'event-count':
      return eventCount(
        a,
        a.subject.where.map((c) => condition({ ...c, right: rightValue(c.right) })),
      );
    case 'named-event':
      return a.negated ? negation(a, namedEvent(a, a.subject.name)) : namedEvent(a, a.subject.name);
    case 'event-time':
      return a.subject.of === 'gap' ? gap(a) : firstEvent(a);
    default:
      return undefined;
  }
}

type Judged = {
  readonly holds: boolean;
  /** Why it does not hold. */
  readonly why: () => string;
  /** The event exceeds a limit, so the assertion fails. */
  readonly isLimit?: true;
};
type Condition = (event: ArrivedEvent) => Judged;

interface ConditionParts extends Pick<EventCondition, 'steps' | 'query' | 'operator' | 'negated'> {
  readonly right: Value;
}

const holding: Judged = { holds: true, why: () => '' };

/** Whether an event fulfills `event.data.x OP right`, and if not, why. */
function condition({ steps, query, operator, negated, right }: ConditionParts, schema?: PreparedSchema): Condition {
  const judgeValue =
    schema !== undefined
      ? schemaJudge(schema, steps, query)
      : operator === 'matches'
        ? patternJudge(valueToText(right))
        : valueJudge(steps, operator, right);
  return (event) => {
    const found = event.find(steps, query);
    if (!found.found && found.isLimit) return { holds: false, why: found.why, isLimit: true };
    if (operator === 'exists') {
      const exists = isThere(found, query);
      return exists !== negated ? holding : { holds: false, why: () => existence(negated, exists) };
    }
    if (!found.found) return { holds: false, why: found.why };
    const judgement = judgeValue(found.value);
    if (judgement.kind === 'judged' && judgement.holds !== negated) return holding;
    return { holds: false, why: () => result(judgement, negated, found.value).message ?? '' };
  };
}

const existence = (negated: boolean, found: boolean): string =>
  `expected ${negated ? 'no value' : 'a value'}, got ${found ? 'one' : 'none'}`;

function valueJudge(steps: readonly AssertedStep[], operator: string, right: Value): (left: Value) => Judgement {
  // Names and ids are text.
  if (steps.length === 0 || steps[0] === 'event' || steps[0] === 'id') return (left) => judge(operator, ...asHeader(operator, left, right));
  return (left) => judge(operator, left, right);
}

function schemaJudge(schema: PreparedSchema, steps: readonly AssertedStep[], query: AssertedQuery | undefined): (left: Value) => Judgement {
  const path = referenceTo('event', steps) + (query === undefined ? '' : `.${query.text}`);
  return (left) => schema.judge(left, path);
}

function patternJudge(written: string): (left: Value) => Judgement {
  const read = readPattern(written);
  if (!read.ok) return () => ({ kind: 'unfit', message: read.message });
  return (left) => {
    const text = valueToText(left);
    // A thread for each event would stop the stream.
    if (!isQuick(read.pattern, text.length))
      return {
        kind: 'unfit',
        message: `the regular expression ${cutText(written)} may be too slow for each event: avoid repeated groups and look-around`,
      };
    return { kind: 'judged', holds: read.pattern.test(text), wanted: () => `to match ${written}` };
  };
}

const noEvents = failed('the stream had no events');

function eachEvent(which: 'any' | 'every' | 'no', holds: Condition): StreamCheck {
  let state: CheckState = 'open';
  let seen = 0;
  let last = (): string => '';
  return {
    push(arrived) {
      seen++;
      const { holds: fulfills, why, isLimit } = holds(arrived);
      if (fulfills && which === 'every') return;
      const { index, data } = arrived.event;
      last = (): string => (fulfills ? `event ${index} fulfills it: ${cutText(data)}` : `event ${index}: ${why()}`);
      if (fulfills) state = which === 'any' ? 'passed' : 'failed';
      else if (which === 'every' || isLimit) state = 'failed';
    },
    get state() {
      return state;
    },
    result() {
      if (state === 'passed') return passed;
      if (state === 'failed') return failed(last());
      if (which === 'no') return passed;
      if (seen === 0) return noEvents;
      return which === 'every' ? passed : failed(`none of ${seen} events fulfills it; the last, ${last()}`);
    },
  };
}

function eventCount({ operator, negated, right, left }: StreamAssertion, where: readonly Condition[]): StreamCheck {
  let count = 0;
  let problem: string | undefined;
  const limit = numberOf(right);
  const grown = (): CheckState => {
    if (problem !== undefined) return 'failed';
    if (limit === undefined) return 'open';
    const holds = compareNumbers(operator, count, limit);
    const isAbove = count > limit;
    if (operator === '>' || operator === '>=') return holds ? (negated ? 'failed' : 'passed') : 'open';
    if (operator === '<' || operator === '<=') return holds ? 'open' : negated ? 'passed' : 'failed';
    if (!isAbove || (operator !== '==' && operator !== '!=')) return 'open';
    return (operator === '==') === negated ? 'passed' : 'failed';
  };
  return {
    push(arrived) {
      for (const holds of where) {
        const judged = holds(arrived);
        if (judged.isLimit) problem ??= `event ${arrived.event.index}: ${judged.why()}`;
        if (!judged.holds) return;
      }
      count++;
    },
    get state() {
      return grown();
    },
    result() {
      if (problem !== undefined) return failed(problem);
      const judgement = judge(operator, count, right);
      const { message } = result(judgement, negated, count);
      return message === null ? passed : failed(judgement.kind === 'unfit' ? message : `${message} for ${left}`);
    },
  };
}

function namedEvent(a: StreamAssertion, name: string): StreamCheck {
  if (a.operator === 'before' || a.operator === 'after') return inOrder(a, name);
  const limit = a.operator === 'within' ? readTime(valueToText(a.right)) : undefined;
  let at: number | undefined;
  let seen = 0;
  return {
    push({ event, since }) {
      seen++;
      if (event.event === name) at ??= since;
    },
    get state() {
      if (at === undefined) return 'open';
      return limit === undefined || at <= limit ? 'passed' : 'failed';
    },
    get deadline() {
      return at === undefined ? limit : undefined;
    },
    result() {
      if (a.operator === 'within' && limit === undefined) return failed(`within needs a time, such as 5s, not ${shownValue(a.right)}`);
      if (at === undefined) return failed(`no event ${name} arrived${seen === 0 ? ', nor any other' : ` among ${seen} events`}`);
      if (limit !== undefined && at > limit) return failed(`the event ${name} arrived after ${Math.round(at)} ms, not within ${limit} ms`);
      return passed;
    },
  };
}

function inOrder(a: StreamAssertion, name: string): StreamCheck {
  const other = readEventName(valueToText(a.right));
  const [earlier, later] = a.operator === 'before' ? [name, other] : [other, name];
  let first: string | undefined;
  let state: CheckState = other === undefined ? 'failed' : 'open';
  return {
    push({ event }) {
      if (state !== 'open' || (event.event !== earlier && event.event !== later)) return;
      first ??= event.event;
      if (first !== earlier) state = 'failed';
      else if (event.event === later) state = 'passed';
    },
    get state() {
      return state;
    },
    result() {
      if (other === undefined) return failed(`${a.operator} needs an event, such as event done, not ${shownValue(a.right)}`);
      if (state === 'passed') return passed;
      if (state === 'failed') return failed(`the event ${later} arrived first`);
      return failed(`no event ${first === undefined ? earlier : later} arrived`);
    },
  };
}

/** Turns the result around. */
function negation(a: StreamAssertion, check: StreamCheck): StreamCheck {
  return {
    push: (event) => check.push(event),
    get state() {
      return check.state === 'open' ? 'open' : check.state === 'passed' ? 'failed' : 'passed';
    },
    result(since) {
      const { passed: holds } = check.result(since);
      const how = a.operator === 'exists' ? '' : ` ${a.operator} ${valueToText(a.right)}`;
      return holds ? failed(`the ${a.left} arrived${how}`) : passed;
    },
  };
}

/** The limit of `<` or `<=` in milliseconds. */
const upperLimit = ({ operator, negated, right, subject }: StreamAssertion): number | undefined =>
  negated || (operator !== '<' && operator !== '<=') ? undefined : numberOf(withTime(subject, right));

function timeResult({ operator, negated, right, subject }: StreamAssertion, ms: number): AssertionResult {
  const judgement = judge(operator, Math.round(ms * 100) / 100, withTime(subject, right));
  if (judgement.kind === 'unfit' || judgement.holds !== negated) return result(judgement, negated, ms);
  return failed(`expected ${wantedText(judgement.wanted(), negated)} ms, got ${Math.round(ms)} ms`);
}

/** The longest time without an event, after the first one. */
function gap(a: StreamAssertion): StreamCheck {
  const limit = upperLimit(a);
  let last: number | undefined;
  let longest = 0;
  const isBeyond = (): boolean => limit !== undefined && !compareNumbers(a.operator, longest, limit);
  return {
    push({ since }) {
      if (last !== undefined) longest = Math.max(longest, since - last);
      last = since;
    },
    get state() {
      return isBeyond() ? 'failed' : 'open';
    },
    get deadline() {
      return limit === undefined || last === undefined ? undefined : last + limit;
    },
    result(since) {
      return last === undefined ? noEvents : timeResult(a, Math.max(longest, since - last));
    },
  };
}

function firstEvent(a: StreamAssertion): StreamCheck {
  const limit = upperLimit(a);
  let first: number | undefined;
  return {
    push({ since }) {
      first ??= since;
    },
    get state() {
      if (first === undefined) return 'open';
      return timeResult(a, first).passed ? 'passed' : 'failed';
    },
    get deadline() {
      return first === undefined ? limit : undefined;
    },
    result(since) {
      if (first !== undefined) return timeResult(a, first);
      return limit !== undefined && since > limit ? failed(`no event arrived within ${limit} ms`) : noEvents;
    },
  };
}
