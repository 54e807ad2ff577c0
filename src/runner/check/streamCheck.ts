import { valueToText } from '../../base/values/value.ts';
import { readEventName, readTime, type AssertionNode, type AssertionSubject } from '../../language/index.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { AssertionResult } from './assertedResponse.ts';
import { ArrivedEvent } from './arrivedEvent.ts';
import { plainRight, rightBeside, type Right } from './writtenText.ts';
import { failed, passed, assertionResult, resultOfTime, rightValue, wantedText, withTime } from './assertions.ts';
import { condition, holding, type ClassResult, type Condition, type ConditionResult } from './eventCondition.ts';
import { compareNumbers, evaluateOperator, numberOf } from './operators.ts';
import type { PreparedSchema } from './preparedSchema.ts';
import { cutText, shownValue } from './shownValue.ts';

/** `failed`: no further event can make it pass. `passed`: none can make it fail. */
export type CheckState = 'open' | 'passed' | 'failed';

/** @param last the last of the counted events */
export type CountEvents = (count: number, last: StreamEvent) => void;

export interface EventCounter {
  /** The classes of the events, in addition to their shape. */
  readonly classes: ClassResult['classes'];
  readonly count: CountEvents;
}

const noClasses: ClassResult['classes'] = new Map();

/** An assertion that is evaluated while a stream runs. Stores no events. Has methods, not accessors, for the reason given at FileView. */
export interface StreamCheck {
  /**
   * Evaluates an event, which is only valid until the next one.
   * @returns whether the state may have changed, or the deadline became earlier
   */
  push(event: ArrivedEvent): boolean;
  /**
   * Returns a function that counts later events like the pushed one instead of evaluating each; undefined if they could change more than
   * counts. Absent if the assertion does not depend on the data of events.
   */
  readonly counterFor?: ((event: ArrivedEvent) => EventCounter | undefined) | undefined;
  state(): CheckState;
  /** Why the result is unknown. */
  limit?(): string | undefined;
  /** Milliseconds since sending at which it fails unless an event arrives earlier. */
  deadline?(): number | undefined;
  /** @param since milliseconds from sending to the end of the stream */
  result(since: number): AssertionResult;
}

/** An assertion on a stream, with its text for messages. */
export interface NamedCheck {
  readonly text: string;
  /** Undefined for `@until`. */
  readonly node: AssertionNode | undefined;
  readonly check: StreamCheck;
}

/** The parts of an assertion on a stream. */
export interface StreamAssertion {
  readonly left: string;
  readonly subject: AssertionSubject;
  readonly operator: string;
  readonly negated: boolean;
  readonly right: Right;
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

const noEvents = failed('the stream had no events');

function eachEvent(which: 'any' | 'every' | 'no', holds: Condition): StreamCheck {
  let state: CheckState = 'open';
  let seen = 0;
  let last: StreamEvent | undefined;
  let lastResult: ConditionResult = holding;
  const shown = (): string => {
    if (last === undefined) return '';
    const { index, data } = last;
    return lastResult.holds
      ? `event ${index} fulfills it: ${cutText(data)}`
      : `event ${index}: ${lastResult.why(new ArrivedEvent(last, 0))}`;
  };
  const placesOf = (): Pick<AssertionResult, 'places'> => {
    if (last === undefined) return {};
    return { places: [{ path: `event ${last.index}`, event: last.index, location: '' }, ...(lastResult.places ?? [])] };
  };
  const counterFor = (event: ArrivedEvent): EventCounter | undefined => {
    const result = holds.ofShape?.(event);
    const found = result === undefined ? holds.ofClass?.(event) : { result, classes: noClasses };
    if (found === undefined || found.result.isLimit || found.result.holds !== (which === 'every')) return undefined;
    return {
      classes: found.classes,
      count(count, lastOfThem) {
        seen += count;
        if (!found.result.holds) [last, lastResult] = [lastOfThem, found.result];
      },
    };
  };
  return {
    push(event) {
      seen++;
      const result = holds(event);
      if (result.holds && which === 'every') return false;
      last = event.event;
      lastResult = result;
      if (result.holds) state = which === 'any' ? 'passed' : 'failed';
      else if (which === 'every' || result.isLimit) state = 'failed';
      return state !== 'open';
    },
    counterFor: holds.ofShape === undefined ? undefined : counterFor,
    state() {
      return state;
    },
    limit() {
      return lastResult.isLimit ? shown() : undefined;
    },
    result() {
      if (state === 'passed') return passed;
      if (state === 'failed') return { ...failed(shown()), ...placesOf() };
      if (which === 'no') return passed;
      if (seen === 0) return noEvents;
      if (which === 'every') return passed;
      return { ...failed(`none of ${seen} events fulfills it; the last, ${shown()}`), ...placesOf() };
    },
  };
}

function eventCount({ operator, negated, right }: StreamAssertion, where: readonly Condition[]): StreamCheck {
  let count = 0;
  let seen = 0;
  let problem: string | undefined;
  const limit = numberOf(rightBeside(right, 0));
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
      seen++;
      for (const holds of where) {
        const result = holds(arrived);
        if (result.isLimit) problem ??= `event ${arrived.event.index}: ${result.why(arrived)}`;
        if (!result.holds) return problem !== undefined;
      }
      count++;
      return grown() !== 'open';
    },
    state() {
      return grown();
    },
    limit() {
      return problem;
    },
    result() {
      if (problem !== undefined) return failed(problem);
      const outcome = evaluateOperator(operator, count, rightBeside(right, count));
      const { message } = assertionResult(outcome, negated, count);
      if (message === null || outcome.kind === 'unfit') return message === null ? passed : failed(message);
      const of = operator === '==' ? 'of ' : '';
      return failed(`expected a count ${of}${wantedText(outcome.wanted(), negated)}, got ${count} of ${seen} events`);
    },
  };
}

function namedEvent(a: StreamAssertion, name: string): StreamCheck {
  if (a.operator === 'before' || a.operator === 'after') return inOrder(a, name);
  const limit = a.operator === 'within' ? readTime(valueToText(plainRight(a.right))) : undefined;
  let at: number | undefined;
  let seen = 0;
  return {
    push({ event, since }) {
      seen++;
      if (at !== undefined || event.event !== name) return false;
      at = since;
      return true;
    },
    state() {
      if (at === undefined) return 'open';
      return limit === undefined || at <= limit ? 'passed' : 'failed';
    },
    deadline() {
      return at === undefined ? limit : undefined;
    },
    result() {
      if (a.operator === 'within' && limit === undefined)
        return failed(`within needs a time, such as 5s, not ${shownValue(plainRight(a.right))}`);
      if (at === undefined) return failed(`no event ${name} arrived${seen === 0 ? ', nor any other' : ` among ${seen} events`}`);
      if (limit !== undefined && at > limit) return failed(`the event ${name} arrived after ${Math.round(at)} ms, not within ${limit} ms`);
      return passed;
    },
  };
}

function inOrder(a: StreamAssertion, name: string): StreamCheck {
  const other = readEventName(valueToText(plainRight(a.right)));
  const [earlier, later] = a.operator === 'before' ? [name, other] : [other, name];
  let first: string | undefined;
  let firstIndex = 0;
  let state: CheckState = other === undefined ? 'failed' : 'open';
  return {
    push({ event }) {
      if (state !== 'open' || (event.event !== earlier && event.event !== later)) return false;
      if (first === undefined) ({ event: first, index: firstIndex } = event);
      if (first !== earlier) state = 'failed';
      else if (event.event === later) state = 'passed';
      return true;
    },
    state() {
      return state;
    },
    result() {
      if (other === undefined) return failed(`${a.operator} needs an event, such as event done, not ${shownValue(plainRight(a.right))}`);
      if (state === 'passed') return passed;
      if (state === 'failed') return failed(`the event ${later} arrived first, as event ${firstIndex}`);
      return failed(`no event ${first === undefined ? earlier : later} arrived${first === undefined ? '' : `, only ${earlier}`}`);
    },
  };
}

/** Inverts the result. */
function negation(a: StreamAssertion, check: StreamCheck): StreamCheck {
  return {
    push: (event) => check.push(event),
    state() {
      const state = check.state();
      return state === 'open' ? 'open' : state === 'passed' ? 'failed' : 'passed';
    },
    result(since) {
      const { passed: holds } = check.result(since);
      const how = a.operator === 'exists' ? '' : ` ${a.operator} ${valueToText(plainRight(a.right))}`;
      return holds ? failed(`the ${a.left} arrived${how}`) : passed;
    },
  };
}

/** The limit of `<` or `<=` in milliseconds. */
const upperLimit = ({ operator, negated, right, subject }: StreamAssertion): number | undefined =>
  negated || (operator !== '<' && operator !== '<=') ? undefined : numberOf(withTime(subject, rightBeside(right, 0), operator));

/** @param where follows the time in a message */
function timeResult({ operator, negated, right, subject }: StreamAssertion, ms: number, where = ''): AssertionResult {
  const outcome = evaluateOperator(operator, Math.round(ms * 100) / 100, withTime(subject, rightBeside(right, ms), operator));
  return resultOfTime(outcome, negated, ms, where);
}

/** The longest time without an event, after the first one. */
function gap(a: StreamAssertion): StreamCheck {
  const limit = upperLimit(a);
  let last: number | undefined;
  let lastIndex = 0;
  let longest = 0;
  let longestAfter = 0;
  const isBeyond = (): boolean => limit !== undefined && !compareNumbers(a.operator, longest, limit);
  return {
    push({ since, event: { index } }) {
      const isFirst = last === undefined;
      if (last !== undefined && since - last > longest) {
        longest = since - last;
        longestAfter = lastIndex;
      }
      last = since;
      lastIndex = index;
      return isFirst || isBeyond();
    },
    state() {
      return isBeyond() ? 'failed' : 'open';
    },
    deadline() {
      return limit === undefined || last === undefined ? undefined : last + limit;
    },
    result(since) {
      if (last === undefined) return noEvents;
      const isLast = since - last > longest;
      return timeResult(a, isLast ? since - last : longest, ` after event ${isLast ? lastIndex : longestAfter}`);
    },
  };
}

function firstEvent(a: StreamAssertion): StreamCheck {
  const limit = upperLimit(a);
  let first: number | undefined;
  return {
    push({ since }) {
      if (first !== undefined) return false;
      first = since;
      return true;
    },
    state() {
      if (first === undefined) return 'open';
      return timeResult(a, first).passed ? 'passed' : 'failed';
    },
    deadline() {
      return first === undefined ? limit : undefined;
    },
    result(since) {
      if (first !== undefined) return timeResult(a, first);
      return limit !== undefined && since > limit ? failed(`no event arrived within ${limit} ms`) : noEvents;
    },
  };
}
