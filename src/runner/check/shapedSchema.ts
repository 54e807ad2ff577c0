import { valueToText, type Value } from '../../base/values/value.ts';
import type { AssertedQuery, AssertedStep } from '../../language/index.ts';
import type { ArrivedEvent } from './arrivedEvent.ts';
import { isValue, type FoundValue, type Hole, type Shape } from './eventShape.ts';
import { digitsClass, inBoth, type ScalarClass } from './scalarClass.ts';
import type { PreparedSchema, TracedUse } from './preparedSchema.ts';

/** Keywords that compare lists and objects as a whole. */
const ofWhole: ReadonlySet<string> = new Set(['enum', 'const', 'uniqueItems']);
/** Keywords that have the same result for all whole numbers between two that have it. */
const ofSpan: ReadonlySet<string> = new Set(['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
/** Uses of keywords that are repeated for each event. */
const mostUses = 64;

interface Use extends TracedUse {
  readonly found: FoundValue;
}

/**
 * Checks the events of a shape against a schema with less work. Whether a value conforms depends on its structure, which all of them
 * share, and on what keywords say of the scalars that differ: if these say the same as of the first event, so does the schema.
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

  /** Undefined if the event has to be checked in full. */
  conforms({ shape, event: { data } }: ArrivedEvent): boolean | undefined {
    if (shape === null) return undefined;
    if (shape !== this.#shape) this.#learn(shape, data);
    if (this.#uses === undefined) return undefined;
    for (const { isSame, found } of this.#uses) if (!isSame(shape.valueOf(found, data))) return undefined;
    return this.#conforms;
  }

  /** The values around those of an event for which all keywords have the same result; undefined if they cannot be told. */
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

/** Whether a keyword reads nothing but whether a scalar is a string or a number, which all events of a shape share. */
const isOfType = (keyword: string, value: Value): boolean => keyword === 'type' && !valueToText(value).includes('integer');
