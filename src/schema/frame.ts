import type { ObjectValue, Value } from '../base/values/value.ts';
import type { DialectRules } from './dialects.ts';
import type { Resource, SchemaPlace } from './schemaSet.ts';

/** A path into the instance, from its end to its root. */
export interface InstancePath {
  readonly parent: InstancePath | undefined;
  readonly key: string | number;
}

/** The resources entered so far, innermost first (dynamic scope). */
export interface DynamicScope {
  readonly resource: Resource;
  readonly outer: DynamicScope | undefined;
}

export interface SchemaError {
  /** Path of the value that does not conform. */
  readonly path: readonly (string | number)[];
  /** Place of the keyword: a URI with a JSON pointer. */
  readonly location: string;
  readonly keyword: string;
  /** The problem of the value, such as `is 5 and must be a string`. */
  readonly message: string;
}

/** The evaluated parts of an object or array, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
  /** All items below this index. */
  itemsBelow: number;
}

export const noneEvaluated = (): Evaluated => ({ names: new Set(), items: new Set(), itemsBelow: 0 });

export function mergeEvaluated(into: Evaluated, from: Evaluated): void {
  for (const name of from.names) into.names.add(name);
  for (const item of from.items) into.items.add(item);
  into.itemsBelow = Math.max(into.itemsBelow, from.itemsBelow);
}

/** One schema on one value. */
export interface Frame {
  readonly schema: ObjectValue;
  readonly place: SchemaPlace;
  readonly rules: DialectRules;
  readonly instance: Value;
  readonly path: InstancePath | undefined;
  readonly scope: DynamicScope;
  /** The frame of the schema around this one that applies it to the same value; undefined for the value's first schema. */
  readonly outer: Frame | undefined;
  readonly depth: number;
  /** Undefined if no surrounding schema needs it. */
  readonly seen: Evaluated | undefined;
  /** Undefined if only the result counts. */
  readonly errors: SchemaError[] | undefined;
  readonly run: ValidationRun;
}

export interface ValidationRun {
  /**
   * Evaluates a schema inside the schema of a frame.
   * @param key of a child of the instance; undefined for the same value
   */
  check(frame: Frame, schema: Value, options?: CheckOptions): boolean;
  /** Evaluates the target of a reference on the same value. */
  refer(frame: Frame, target: Value): boolean;
  target(reference: string, frame: Frame): Value;
  dynamicTarget(reference: string, frame: Frame): Value;
  recursiveTarget(frame: Frame): Value;
  readonly formats: boolean;
  test(pattern: string, text: string): boolean;
  /** Whether a member of the instance is allowed in requests only: by the schema or by one that is combined with it. */
  isWriteOnly(name: string, frame: Frame): boolean;
  /** Reports that a result depends on a member of the instance. */
  reads(name: string, frame: Frame, keyword: string, holdsFor: (value: Value) => boolean): void;
}

export interface CheckOptions {
  readonly child?: { readonly key: string | number; readonly value: Value };
  readonly seen?: Evaluated | undefined;
  /** Default: the errors of the frame; `null` collects none. */
  readonly errors?: SchemaError[] | null;
}

export type Keyword = (value: Value, frame: Frame) => boolean;

/** Maximum errors of one validation. */
const mostErrors = 20;

/** A path from its root to its end. */
export function pathOf(path: InstancePath | undefined): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) keys.push(at.key);
  return keys.toReversed();
}

/** Adds errors up to the limit. */
export function addErrors(to: SchemaError[] | undefined, more: readonly SchemaError[]): void {
  to?.push(...more.slice(0, Math.max(0, mostErrors - to.length)));
}

/** Reports an error and returns false. */
export function wrong({ errors, path, place }: Frame, keyword: string, message: () => string): false {
  if (errors !== undefined && errors.length < mostErrors)
    errors.push({ path: pathOf(path), location: `${place.location}/${keyword}`, keyword, message: message() });
  return false;
}
