import { valueToText, type Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedStep } from '../../language/index.ts';
import type { ArrivedEvent } from './arrivedEvent.ts';
import { isValue, type FoundValue, type Hole, type Shape } from './eventShape.ts';
import { digitsClass, inBoth, type ScalarClass } from './scalarClass.ts';
import type { PreparedSchema, TracedUse } from './preparedSchema.ts';

/** Keywords that compare lists and objects as a whole. */
const ofWhole: ReadonlySet<string> = new Set(['enum', 'const', 'uniqueItems']);
/** Keywords that hold for a contiguous range of whole numbers. */
const ofSpan: ReadonlySet<string> = new Set(['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
/** Maximum keyword evaluations that are repeated for each event. */
const mostUses = 64;

interface Use extends TracedUse {
  readonly found: FoundValue;
}

/**
 * Checks the events of a shape against a schema with less work. The result depends on their structure, which is the same, and on keywords
 * for the scalars that differ: if these have the results of the first event, so has the schema.
 */
export class ShapedSchema {
  readonly #schema: PreparedSchema;
  readonly #steps: readonly AssertedStep[];
  readonly #query: AssertedQuery | undefined;
  #shape: Shape | undefined;
  #conforms = false;
  /** Keyword results that must be equal for an event to conform like the first one; undefined if each event is checked in full. */
  #uses: readonly Use[] | undefined;

  constructor(schema: PreparedSchema, steps: readonly AssertedStep[], query?: AssertedQuery) {
    this.#schema = schema;
    this.#steps = steps;
    this.#query = query;
  }

  /** Undefined if the event must be checked in full. */
  conforms({ shape, event: { data } }: ArrivedEvent): boolean | undefined {
    if (shape === null) return undefined;
    if (shape !== this.#shape) this.#learn(shape, data);
    if (this.#uses === undefined) return undefined;
    for (const { isSame, found } of this.#uses) if (!isSame(shape.valueOf(found, data))) return undefined;
    return this.#conforms;
  }

  /** The classes around the values of an event for which all keywords have the same result; undefined if they are not known. */
  classesOf({ shape, event: { data } }: ArrivedEvent): ReadonlyMap<Hole, ScalarClass> | undefined {
    if (shape === null || shape !== this.#shape || this.#uses === undefined) return undefined;
    const classes = new Map<Hole, ScalarClass>();
    for (const { keyword, isSame, found } of this.#uses) {
      if (found.kind !== 'hole' || !ofSpan.has(keyword)) return undefined;
      const of = digitsClass(shape.valueOf(found, data), isSame);
      if (of === undefined) return undefined;
      classes.set(found.hole, inBoth(classes.get(found.hole), of));
    }
    return classes;
  }

  #learn(shape: Shape, data: string): void {
    this.#shape = shape;
    this.#uses = undefined;
    const found = shape.find(this.#steps, this.#query);
    const traced = isValue(found) ? this.#schema.trace(shape.valueOf(found, data)) : undefined;
    if (traced === undefined || !isValue(found)) return;
    const uses: Use[] = [];
    for (const use of traced.uses) {
      const at = shape.findIn(found, use.path);
      if (at.kind === 'container' && ofWhole.has(use.keyword)) return;
      if (at.kind === 'hole' && !isOfType(use.keyword, use.value)) uses.push({ ...use, found: at });
      if (uses.length > mostUses) return;
    }
    this.#conforms = traced.conforms;
    this.#uses = uses;
  }
}

/** Whether a keyword only depends on whether a scalar is a string or a number, which is the same for all events of a shape. */
const isOfType = (keyword: string, value: Value): boolean => keyword === 'type' && !valueToText(value).includes('integer');
