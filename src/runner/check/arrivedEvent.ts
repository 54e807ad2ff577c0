import { jsonOrText } from '../../base/json/json.ts';
import { isReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { childOf, stepInto, type AssertedQuery, type AssertedStep } from '../../language/index.ts';
import { eventLimit, type QueryLimit } from './queryLimit.ts';
import { selectValues } from './selectValues.ts';
import { isValue, type Shape } from './eventShape.ts';
import type { EventShapes } from './eventShapes.ts';
import type { StreamEvent } from '../ports/events.ts';

/** `why` is only called for messages, because many events may lack a value. `isLimit`: it is unknown whether there is a value. */
export type EventValue =
  | { readonly found: true; readonly value: Value }
  | { readonly found: false; readonly why: () => string; readonly isLimit?: true };

/** The path to all of the data. */
const wholeData: readonly AssertedStep[] = ['data'];

function problemOf(parent: Value, key: AssertedStep, before: readonly AssertedStep[]): string {
  const path = `event${before.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`;
  const step = stepInto(parent, key, path);
  return step.ok ? '' : step.problem.message;
}

/**
 * An event of a running stream, for assertions. Its data is parsed at most once, and only if an assertion reads parts that differ between
 * events of its shape. One object for all events of a stream, of which there may be millions a second.
 */
export class ArrivedEvent {
  event: StreamEvent;
  /** Milliseconds since the request was sent. */
  since: number;
  /** Shared by all paths on this event. */
  #limit: QueryLimit | undefined;
  #data: { readonly value: Value } | undefined;
  readonly #shapes: EventShapes | undefined;
  /** Null if it is not known. */
  #shape: Shape | null | undefined;

  /** @param shapes of the stream; without them the data is parsed */
  constructor(event: StreamEvent, since: number, shapes?: EventShapes) {
    this.event = event;
    this.since = since;
    this.#shapes = shapes;
  }

  /** Replaces the event by the next one of the stream. */
  next(event: StreamEvent, since: number): void {
    this.event = event;
    this.since = since;
    this.#limit = undefined;
    this.#data = undefined;
    this.#shape = undefined;
  }

  /** The shape of the data; null if it is not known. */
  get shape(): Shape | null {
    if (this.#shape === undefined) this.#shape = this.#shapes?.of(this.event.data) ?? null;
    return this.#shape;
  }

  /** @param steps empty for the name of the event */
  find(steps: readonly AssertedStep[], query?: AssertedQuery): EventValue {
    if (steps[0] === 'data' && this.#data === undefined && this.shape !== null) {
      const shaped = this.shape.find(steps, query);
      if (isValue(shaped)) return { found: true, value: this.shape.valueOf(shaped, this.event.data) };
    }
    const found = this.#walk(steps);
    if (query === undefined || !found.found) return found;
    try {
      const selected = selectValues(query, found.value, (this.#limit ??= eventLimit(this.event.data.length)));
      return selected.found ? selected : { found: false, why: () => selected.why };
    } catch (e) {
      if (!isReqError(e)) throw e;
      return { found: false, why: () => e.message, isLimit: true };
    }
  }

  #walk(steps: readonly AssertedStep[]): EventValue {
    const [first] = steps;
    if (first === undefined) return { found: true, value: this.event.event };
    let value = this.#member(first);
    if (value === undefined) return { found: false, why: () => `an event has no ${first}: use event, data, text, id, retry or at` };
    for (let nth = 1; nth < steps.length; nth++) {
      const key = steps[nth] as AssertedStep;
      const parent: Value = value;
      value = childOf(parent, key);
      if (value === undefined) return { found: false, why: () => problemOf(parent, key, steps.slice(0, nth)) };
    }
    return { found: true, value };
  }

  #read(): Value {
    const { data } = this.event;
    const whole = this.shape?.find(wholeData);
    return this.shape === null || whole === undefined || !isValue(whole) ? jsonOrText(data) : this.shape.valueOf(whole, data);
  }

  #member(name: AssertedStep): Value | undefined {
    const { event } = this;
    switch (name) {
      case 'data':
        return (this.#data ??= { value: this.#read() }).value;
      case 'text':
        return event.data;
      case 'event':
        return event.event;
      case 'id':
        return event.id;
      case 'retry':
        return event.retry;
      case 'at':
        return event.at;
      default:
        return undefined;
    }
  }
}
