import { jsonOrText } from '../../base/json.ts';
import type { Value } from '../../base/value.ts';
import { stepInto, type AssertedStep } from '../../language/index.ts';
import type { StreamEvent } from '../ports/events.ts';
import type { SubjectValue } from './subjectValue.ts';

/** An event of a running stream, as assertions read it. Its data is parsed once, and only if an assertion reads it. */
export class ArrivedEvent {
  readonly event: StreamEvent;
  /** Milliseconds since the request was sent. */
  readonly since: number;
  #data: { readonly value: Value } | undefined;

  constructor(event: StreamEvent, since: number) {
    this.event = event;
    this.since = since;
  }

  /** @param steps none for the name of the event */
  find([first, ...others]: readonly AssertedStep[]): SubjectValue {
    if (first === undefined) return { found: true, value: this.event.event };
    let value = this.#member(first);
    if (value === undefined) return { found: false, why: `an event has no ${first}: use event, data, text, id, retry or at` };
    let path = `event.${first}`;
    for (const key of others) {
      const step = stepInto(value, key, path);
      if (!step.ok) return { found: false, why: step.problem.message };
      value = step.value;
      path += typeof key === 'number' ? `[${key}]` : `.${key}`;
    }
    return { found: true, value };
  }

  #member(name: AssertedStep): Value | undefined {
    const { event } = this;
    switch (name) {
      case 'data':
        return (this.#data ??= { value: jsonOrText(event.data) }).value;
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
