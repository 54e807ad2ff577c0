import { referenceTo } from '../../base/values/nodePath.ts';
import { valueToText, type Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedStep, EventCondition } from '../../language/index.ts';
import type { FailurePlace } from '../ports/events.ts';
import type { ArrivedEvent, EventValue } from './arrivedEvent.ts';
import { readPattern, assertionResult } from './assertions.ts';
import type { Hole, Shape } from './eventShape.ts';
import { asHeader, evaluateOperator, operatorFor, type OperatorResult } from './operators.ts';
import { isQuick } from './patternCost.ts';
import type { PreparedSchema } from './preparedSchema.ts';
import { isThere } from './selectValues.ts';
import { digitsClass, textClass, type ScalarClass } from './scalarClass.ts';
import { ShapedSchema } from './shapedSchema.ts';
import { cutText, shownValue } from './shownValue.ts';
import { plainRight, rightBeside, WrittenText, type Right } from './writtenText.ts';

export type ConditionResult = {
  readonly holds: boolean;
  /** Why it does not hold for the last evaluated event. */
  readonly why: (event: ArrivedEvent) => string;
  /** The values that do not conform to a schema. */
  readonly places?: readonly FailurePlace[] | undefined;
  /** Whether the result is unknown, because a limit was exceeded: the assertion then fails, even if it is negated. */
  readonly isLimit?: true;
};
export interface Condition {
  (event: ArrivedEvent): ConditionResult;
  /** The result for all events of the same shape; undefined if it depends on other data, or the shape is unknown. */
  readonly ofShape?: (event: ArrivedEvent) => ConditionResult | undefined;
  /** The result for events of the same shape whose scalars are in classes; undefined if there are no classes around this event. */
  readonly ofClass?: (event: ArrivedEvent) => ClassResult | undefined;
}

export interface ClassResult {
  readonly result: ConditionResult;
  readonly classes: ReadonlyMap<Hole, ScalarClass>;
}

interface ConditionParts extends Pick<EventCondition, 'steps' | 'query' | 'operator' | 'negated'> {
  readonly right: Right;
}

export const holding: ConditionResult = { holds: true, why: () => '' };

/** Whether an event fulfills `event.data.x OP right`, and if not, why. */
export function condition(parts: ConditionParts, schema?: PreparedSchema): Condition {
  const { steps, query, operator, negated, right } = parts;
  const evaluateValue: (left: Value) => ReturnType<PreparedSchema['evaluate']> =
    schema !== undefined
      ? schemaEvaluator(schema, steps, query)
      : operator === 'matches'
        ? patternEvaluator(valueToText(plainRight(right)))
        : valueEvaluator(steps, operator, right);
  const exact: Condition = (event) => {
    const found = event.find(steps, query);
    if (!found.found && found.isLimit) return { holds: false, why: found.why, isLimit: true };
    if (operator === 'exists') {
      const exists = isThere(found, query);
      return exists !== negated ? holding : { holds: false, why: () => existence(negated, found) };
    }
    if (!found.found) return { holds: false, why: found.why };
    const outcome = evaluateValue(found.value);
    if (isHeld(outcome, negated)) return holding;
    const why = (): string => assertionResult(outcome, negated, found.value).message ?? '';
    const { index } = event.event;
    if (outcome.kind === 'unfit') return { holds: false, why, ...(outcome.isLimit ? { isLimit: true } : {}) };
    return { holds: false, why, places: negated ? undefined : outcome.why?.(index).places };
  };
  return parts.steps[0] === 'data' ? byShape(exact, parts, evaluateValue, schema) : exact;
}

/**
 * Evaluates the condition once for the events of a shape if all of them have the same result: their value is equal, or only its type
 * matters, or there is none. A schema is only checked again for the parts that differ.
 */
function byShape(
  exact: Condition,
  { steps, query, operator, negated, right }: ConditionParts,
  evaluateValue: (left: Value) => OperatorResult,
  schema: PreparedSchema | undefined,
): Condition {
  const failing: ConditionResult = { holds: false, why: (event) => exact(event).why(event) };
  const [holds, fails]: [Condition, Condition] = [() => holding, () => failing];
  const shaped = schema && new ShapedSchema(schema, steps, query);
  const bySchema: Condition = (event) => (shaped?.conforms(event) === !negated ? holding : exact(event));
  let last: Shape | null = null;
  let evaluateShape = exact;
  const conditionFor = (event: ArrivedEvent): Condition => {
    const { shape } = event;
    if (shape === null) return exact;
    if (shape !== last) {
      last = shape;
      evaluateShape = conditionOf(shape, event);
    }
    return evaluateShape;
  };
  const ofShape = (event: ArrivedEvent): ConditionResult | undefined => {
    const known = conditionFor(event);
    return known === holds || known === fails ? known(event) : undefined;
  };
  const ofClass = (event: ArrivedEvent): ClassResult | undefined => {
    const {
      shape,
      event: { data },
    } = event;
    if (shape === null || ofShape(event) !== undefined) return undefined;
    if (shaped !== undefined) {
      const classes = shaped.conforms(event) === !negated ? shaped.classesOf(event) : undefined;
      return classes && { result: holding, classes };
    }
    const found = shape.find(steps, query);
    if (found.kind !== 'hole') return undefined;
    const value = shape.valueOf(found, data);
    const isHolding = isHeld(evaluateValue(value), negated);
    const of = classOf(value, isHolding);
    return of && { result: isHolding ? holding : failing, classes: new Map([[found.hole, of]]) };
  };
  return Object.assign((event: ArrivedEvent) => conditionFor(event)(event), { ofShape, ofClass });

  /** The class of values around this one with the same result. */
  function classOf(value: Value, isHolding: boolean): ScalarClass | undefined {
    if (operator === 'startsWith')
      return typeof value !== 'string' || negated || !isHolding ? undefined : textClass(valueToText(plainRight(right)));
    if (!ofOrder.has(operator) && !(ofSpan.has(operator) && isHolding && !negated)) return undefined;
    return digitsClass(value, (other) => isHeld(evaluateValue(other), negated) === isHolding);
  }

  function conditionOf(shape: Shape, event: ArrivedEvent): Condition {
    const found = shape.find(steps, query);
    switch (found.kind) {
      case 'unknown':
        return exact;
      case 'missing':
        return operator === 'exists' && negated ? holds : fails;
      case 'constant': {
        const result = exact(event);
        // A failure may have places, which are those of its event.
        return result.holds ? holds : schema === undefined && result.isLimit !== true ? fails : exact;
      }
      default: {
        const sample: Value = found.kind === 'container' ? found.sample : found.hole.isString ? '' : 0;
        if (operator === 'exists') return isThere({ found: true, value: sample }, query) !== negated ? holds : fails;
        if (ofType.has(operator)) return isHeld(evaluateValue(sample), negated) ? holds : fails;
        if (schema !== undefined) return bySchema;
        if (found.kind === 'container' && ofStructure.has(operator) && !(right instanceof WrittenText))
          return isHeld(evaluateValue(sample), negated) ? holds : fails;
        return (e) => {
          return isHeld(evaluateValue(shape.valueOf(found, e.event.data)), negated) ? holding : exact(e);
        };
      }
    }
  }
}

/** Operators that hold for all values of a type, or for none. */
const ofType: ReadonlySet<string> = new Set(['isNumber', 'isString', 'isBoolean', 'isNull', 'isArray', 'isObject']);

/** Operators that divide the numbers into two ranges. */
const ofOrder: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
/** Operators that hold for one contiguous range of numbers. */
const ofSpan: ReadonlySet<string> = new Set(['between', 'within', 'isInteger']);

/** Operators for which only the number of values in a list or object matters. */
const ofStructure: ReadonlySet<string> = new Set(['length', 'isEmpty']);

const isHeld = (outcome: OperatorResult, negated: boolean): boolean => outcome.kind === 'evaluated' && outcome.holds !== negated;

const existence = (negated: boolean, found: EventValue): string =>
  found.found && negated
    ? `expected no value, got ${shownValue(found.value)}`
    : `expected ${negated ? 'no value, got one' : 'a value, got none'}${found.found ? '' : `: ${found.why()}`}`;

function valueEvaluator(steps: readonly AssertedStep[], operator: string, given: Right): (left: Value) => OperatorResult {
  const right = plainRight(given);
  // Names and ids are text.
  if (steps.length === 0 || steps[0] === 'event' || steps[0] === 'id')
    return (left) => evaluateOperator(operator, ...asHeader(operator, left, right));
  const asText = operatorFor(operator, right);
  if (!(given instanceof WrittenText)) return asText;
  const asValue = operatorFor(operator, given.value);
  return (left) => (rightBeside(given, left) === right ? asText : asValue)(left);
}

function schemaEvaluator(
  schema: PreparedSchema,
  steps: readonly AssertedStep[],
  query: AssertedQuery | undefined,
): (left: Value) => ReturnType<PreparedSchema['evaluate']> {
  const path = referenceTo('event', steps) + (query === undefined ? '' : `.${query.text}`);
  return (left) => schema.evaluate(left, path);
}

function patternEvaluator(written: string): (left: Value) => OperatorResult {
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
    return { kind: 'evaluated', holds: read.pattern.test(text), wanted: () => `to match ${written}` };
  };
}
