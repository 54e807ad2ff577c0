import { referenceTo } from '../../base/values/nodePath.ts';
import { valueToText, type Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedStep, EventCondition } from '../../language/index.ts';
import type { FailurePlace } from '../ports/events.ts';
import type { ArrivedEvent } from './arrivedEvent.ts';
import { readPattern, result } from './assertions.ts';
import type { Shape } from './eventShapes.ts';
import { asHeader, judge, type Judgement } from './operators.ts';
import { isQuick } from './patternCost.ts';
import type { PreparedSchema } from './preparedSchema.ts';
import { isThere } from './selectValues.ts';
import { cutText } from './shownValue.ts';

export type Judged = {
  readonly holds: boolean;
  /** Why it does not hold for the event that was judged. */
  readonly why: (event: ArrivedEvent) => string;
  /** The values that do not conform to a schema. */
  readonly places?: readonly FailurePlace[] | undefined;
  /** It is unknown whether it holds, because a limit is exceeded: so the assertion fails, also a negated one. */
  readonly isLimit?: true;
};
export type Condition = (event: ArrivedEvent) => Judged;

interface ConditionParts extends Pick<EventCondition, 'steps' | 'query' | 'operator' | 'negated'> {
  readonly right: Value;
}

export const holding: Judged = { holds: true, why: () => '' };

/** Whether an event fulfills `event.data.x OP right`, and if not, why. */
export function condition({ steps, query, operator, negated, right }: ConditionParts, schema?: PreparedSchema): Condition {
  const judgeValue: (left: Value) => ReturnType<PreparedSchema['judge']> =
    schema !== undefined
      ? schemaJudge(schema, steps, query)
      : operator === 'matches'
        ? patternJudge(valueToText(right))
        : valueJudge(steps, operator, right);
  const exact: Condition = (event) => {
    const found = event.find(steps, query);
    if (!found.found && found.isLimit) return { holds: false, why: found.why, isLimit: true };
    if (operator === 'exists') {
      const exists = isThere(found, query);
      return exists !== negated ? holding : { holds: false, why: () => existence(negated, exists) };
    }
    if (!found.found) return { holds: false, why: found.why };
    const judgement = judgeValue(found.value);
    if (judgement.kind === 'judged' && judgement.holds !== negated) return holding;
    const why = (): string => result(judgement, negated, found.value).message ?? '';
    const { index } = event.event;
    if (judgement.kind === 'unfit') return { holds: false, why, ...(judgement.isLimit ? { isLimit: true } : {}) };
    return { holds: false, why, places: negated ? undefined : judgement.why?.(index).places };
  };
  return query === undefined && steps[0] === 'data' && schema === undefined ? byShape(exact, steps, operator, negated) : exact;
}

/**
 * Judges the events of a shape once, if all of them have the same result: their value is the same, or only its type counts, or there is
 * none.
 */
function byShape(exact: Condition, steps: readonly AssertedStep[], operator: string, negated: boolean): Condition {
  let last: Shape | null = null;
  /** The result for all events of the last shape; undefined if each has its own. */
  let known: Judged | undefined;
  const failing: Judged = { holds: false, why: (event) => exact(event).why(event) };
  const sameForAll = ({ holds, isLimit }: Judged): Judged => (holds ? holding : isLimit ? { ...failing, isLimit } : failing);
  const isOfType = ofType.has(operator);
  return (event) => {
    const { shape } = event;
    if (shape === null) return exact(event);
    if (shape === last) return known ?? exact(event);
    last = shape;
    const found = shape.find(steps);
    if (found.kind === 'missing') known = operator === 'exists' && negated ? holding : failing;
    else if (found.kind === 'constant') known = sameForAll(exact(event));
    else if (operator === 'exists') known = negated ? failing : holding;
    else if (isOfType)
      known = isJudged(operator, found.kind === 'container' ? found.sample : found.hole.isString ? '' : 0) !== negated ? holding : failing;
    else known = undefined;
    return known ?? exact(event);
  };
}

/** Operators that any value of a type passes, or none. */
const ofType: ReadonlySet<string> = new Set(['isNumber', 'isString', 'isBoolean', 'isNull', 'isArray', 'isObject']);

const isJudged = (operator: string, value: Value): boolean => {
  const judgement = judge(operator, value, null);
  return judgement.kind === 'judged' && judgement.holds;
};

const existence = (negated: boolean, found: boolean): string =>
  `expected ${negated ? 'no value' : 'a value'}, got ${found ? 'one' : 'none'}`;

function valueJudge(steps: readonly AssertedStep[], operator: string, right: Value): (left: Value) => Judgement {
  // Names and ids are text.
  if (steps.length === 0 || steps[0] === 'event' || steps[0] === 'id') return (left) => judge(operator, ...asHeader(operator, left, right));
  return (left) => judge(operator, left, right);
}

function schemaJudge(
  schema: PreparedSchema,
  steps: readonly AssertedStep[],
  query: AssertedQuery | undefined,
): (left: Value) => ReturnType<PreparedSchema['judge']> {
  const path = referenceTo('event', steps) + (query === undefined ? '' : `.${query.text}`);
  return (left) => schema.judge(left, path);
}

function patternJudge(written: string): (left: Value) => Judgement {
  const read = readPattern(written);
  if (!read.ok) return () => ({ kind: 'unfit', message: read.message, isLimit: true });
  return (left) => {
    const text = valueToText(left);
    // A thread for each event would stop the stream.
    if (!isQuick(read.pattern, text.length))
      return {
        kind: 'unfit',
        isLimit: true,
        message: `the regular expression ${cutText(written)} may be too slow for each event: avoid repeated groups and look-around`,
      };
    return { kind: 'judged', holds: read.pattern.test(text), wanted: () => `to match ${written}` };
  };
}
