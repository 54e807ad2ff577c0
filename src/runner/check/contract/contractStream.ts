import { nestingProblem, parseJson } from '../../../base/json/json.ts';
import type { Value } from '../../../base/values/value.ts';
import type { AssertedStep } from '../../../language/index.ts';
import type { StreamEvent } from '../../ports/events.ts';
import type { ArrivedEvent } from '../arrivedEvent.ts';
import type { AssertionResult } from '../assertedResponse.ts';
import { passed } from '../assertions.ts';
import type { PreparedSchema, SchemaFailure, SchemaProblems } from '../preparedSchema.ts';
import { ShapedSchema } from '../shapedSchema.ts';
import type { CheckState, EventCounter, StreamCheck } from '../streamCheck.ts';

/** The schemas of a media type's items. */
export interface ItemSchemas {
  /** The schema of an item: a record, the data of an event, or the event itself. */
  readonly item: PreparedSchema | undefined;
  /** The item is the event with `event`, `data`, `id` and `retry` (OpenAPI 3.2). */
  readonly isEvent: boolean;
  /** The schema of the data of an event. */
  readonly data: PreparedSchema | undefined;
}

const mostProblems = 3;

/** Checks each item of a stream while it runs. It does not end the stream or store items. */
export class ContractStream implements StreamCheck {
  /** The schemas by the media type of the response, chosen when the first item arrives. */
  readonly #schemas: () => ItemSchemas | undefined;
  #chosen: { readonly schemas: ItemSchemas | undefined } | undefined;
  readonly problems: (string | SchemaFailure)[] = [];
  /** Why items could not be checked. */
  unchecked: string | undefined;
  #failed = 0;
  #shaped: { readonly schema: PreparedSchema; readonly check: ShapedSchema } | undefined;
  #seen = 0;

  constructor(schemas: () => ItemSchemas | undefined) {
    this.#schemas = schemas;
  }

  get seen(): number {
    return this.#seen;
  }

  /** Number of items that do not conform and are not in `problems`. */
  get more(): number {
    return this.#failed - this.problems.length;
  }

  push(arrived: ArrivedEvent): boolean {
    this.#seen++;
    this.#chosen ??= { schemas: this.#schemas() };
    const { schemas } = this.#chosen;
    if (schemas === undefined) return false;
    const problem = this.#problemOf(arrived, schemas);
    if (problem === undefined) return false;
    if (typeof problem === 'object' && 'unchecked' in problem) {
      this.unchecked ??= problem.unchecked;
      return false;
    }
    this.#failed++;
    if (this.problems.length < mostProblems) this.problems.push(problem);
    return false;
  }

  state(): CheckState {
    return 'open';
  }

  /** Items that conform like this one are counted. */
  counterFor(arrived: ArrivedEvent): EventCounter | undefined {
    const { item, isEvent = true } = this.#chosen?.schemas ?? {};
    const shaped = this.#shaped;
    if (isEvent || shaped === undefined || shaped.schema !== item || shaped.check.conforms(arrived) !== true) return undefined;
    const classes = shaped.check.classesOf(arrived);
    return classes && { classes, count: (count) => void (this.#seen += count) };
  }

  result(): AssertionResult {
    return passed;
  }

  #problemOf(arrived: ArrivedEvent, { item, isEvent, data }: ItemSchemas): ItemProblem {
    const { event } = arrived;
    if (!isEvent) return item === undefined ? undefined : this.#ofData(arrived, item);
    const found = item === undefined ? undefined : problemOf(item, eventValue(event), nameOf(event), event.index);
    return found ?? (data === undefined ? undefined : this.#ofData(arrived, data));
  }

  #ofData(arrived: ArrivedEvent, schema: PreparedSchema): ItemProblem {
    const { event } = arrived;
    if (isEnd(event.data)) return undefined;
    if (this.#shaped?.schema !== schema) this.#shaped = { schema, check: new ShapedSchema(schema, dataSteps) };
    if (this.#shaped.check.conforms(arrived) === true) return undefined;
    const value = parseJson(event.data);
    const name = `${nameOf(event)}.data`;
    return value === undefined ? (nestingProblem(event.data) ?? `${name} is not JSON`) : problemOf(schema, value, name, event.index);
  }
}

const nameOf = ({ index }: StreamEvent): string => `events[${index}]`;
const dataSteps: readonly AssertedStep[] = ['data'];

type ItemProblem = string | SchemaProblems | undefined;

/** Whether the data marks the end of a stream in the APIs of language models; it is not an item. */
const isEnd = (data: string): boolean => data.trim() === '[DONE]';

function problemOf(schema: PreparedSchema, value: Value, left: string, event: number): ItemProblem {
  const outcome = schema.evaluate(value, left);
  if (outcome.kind === 'unfit') return { unchecked: outcome.message };
  return outcome.holds ? undefined : outcome.why?.(event);
}

const eventValue = ({ event, data, id, retry }: StreamEvent): Value =>
  new Map<string, Value>([
    ['event', event],
    ['data', data],
    ...(id === '' ? [] : [['id', id] as const]),
    ...(retry === null ? [] : [['retry', retry] as const]),
  ]);
