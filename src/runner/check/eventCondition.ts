import { referenceTo } from '../../base/values/nodePath.ts';
import { valueToText, type Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedStep, EventCondition } from '../../language/index.ts';
import type { FailurePlace } from '../ports/events.ts';
import type { ArrivedEvent, EventValue } from './arrivedEvent.ts';
import { readPattern, result } from './assertions.ts';
import type { Shape } from './eventShape.ts';
import { asHeader, judge, judgeWith, type Judgement } from './operators.ts';
import { isQuick } from './patternCost.ts';
import type { PreparedSchema } from './preparedSchema.ts';
import { isThere } from './selectValues.ts';
import { ShapedSchema } from './shapedSchema.ts';
import { cutText, shownValue } from './shownValue.ts';
import { plainRight, rightBeside, WrittenText, type Right } from './writtenText.ts';

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
  readonly right: Right;
}

export const holding: Judged = { holds: true, why: () => '' };

/** Whether an event fulfills `event.data.x OP right`, and if not, why. */
export function condition(parts: ConditionParts, schema?: PreparedSchema): Condition {
  const { steps, query, operator, negated, right } = parts;
  const judgeValue: (left: Value) => ReturnType<PreparedSchema['judge']> =
    schema !== undefined
      ? schemaJudge(schema, steps, query)
      : operator === 'matches'
        ? patternJudge(valueToText(plainRight(right)))
        : valueJudge(steps, operator, right);
  const exact: Condition = (event) => {
    const found = event.find(steps, query);
    if (!found.found && found.isLimit) return { holds: false, why: found.why, isLimit: true };
    if (operator === 'exists') {
      const exists = isThere(found, query);
      return exists !== negated ? holding : { holds: false, why: () => existence(negated, found) };
    }
    if (!found.found) return { holds: false, why: found.why };
    const judgement = judgeValue(found.value);
    if (judgement.kind === 'judged' && judgement.holds !== negated) return holding;
    const why = (): string => result(judgement, negated, found.value).message ?? '';
    const { index } = event.event;
    if (judgement.kind === 'unfit') return { holds: false, why, ...(judgement.isLimit ? { isLimit: true } : {}) };
    return { holds: false, why, places: negated ? undefined : judgement.why?.(index).places };
  };
  return parts.steps[0] === 'data' ? byShape(exact, parts, judgeValue, schema) : exact;
}

/**
 * Judges the events of a shape once, if all of them have the same result: their value is the same, or only its type counts, or there is
 * none. A schema is checked as far as it depends on what differs.
 */
function byShape(
  exact: Condition,
  { steps, query, operator, negated }: ConditionParts,
  judgeValue: (left: Value) => Judgement,
  schema: PreparedSchema | undefined,
): Condition {
  const failing: Judged = { holds: false, why: (event) => exact(event).why(event) };
  const [holds, fails]: [Condition, Condition] = [() => holding, () => failing];
  const shaped = schema && new ShapedSchema(schema, steps, query);
  const bySchema: Condition = (event) => (shaped?.conforms(event) === !negated ? holding : exact(event));
  let last: Shape | null = null;
  let judgeShape = exact;
  return (event) => {
    const { shape } = event;
    if (shape === null) return exact(event);
    if (shape !== last) {
      last = shape;
      judgeShape = conditionOf(shape, event);
    }
    return judgeShape(event);
  };

  function conditionOf(shape: Shape, event: ArrivedEvent): Condition {
    const found = shape.find(steps, query);
    switch (found.kind) {
      case 'unknown':
        return exact;
      case 'missing':
        return operator === 'exists' && negated ? holds : fails;
      case 'constant':
        // A failure may have places, which are those of its event.
        return exact(event).holds ? holds : schema === undefined && operator !== 'matches' ? fails : exact;
      default: {
        const sample: Value = found.kind === 'container' ? found.sample : found.hole.isString ? '' : 0;
        if (operator === 'exists') return isThere({ found: true, value: sample }, query) !== negated ? holds : fails;
        if (ofType.has(operator)) return isJudged(operator, sample) !== negated ? holds : fails;
        if (schema !== undefined) return bySchema;
        return (e) => {
          const judgement = judgeValue(shape.valueOf(found, e.event.data));
          return judgement.kind === 'judged' && judgement.holds !== negated ? holding : exact(e);
        };
      }
    }
  }
}

/** Operators that any value of a type passes, or none. */
const ofType: ReadonlySet<string> = new Set(['isNumber', 'isString', 'isBoolean', 'isNull', 'isArray', 'isObject']);

const isJudged = (operator: string, value: Value): boolean => {
  const judgement = judge(operator, value, null);
  return judgement.kind === 'judged' && judgement.holds;
};

const existence = (negated: boolean, found: EventValue): string =>
  found.found && negated
    ? `expected no value, got ${shownValue(found.value)}`
    : `expected ${negated ? 'no value, got one' : 'a value, got none'}${found.found ? '' : `: ${found.why()}`}`;

function valueJudge(steps: readonly AssertedStep[], operator: string, given: Right): (left: Value) => Judgement {
  const right = plainRight(given);
  // Names and ids are text.
  if (steps.length === 0 || steps[0] === 'event' || steps[0] === 'id') return (left) => judge(operator, ...asHeader(operator, left, right));
  const asText = judgeWith(operator, right);
  if (!(given instanceof WrittenText)) return asText;
  const asValue = judgeWith(operator, given.value);
  return (left) => (rightBeside(given, left) === right ? asText : asValue)(left);
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
