import { isArrayValue, isNumeric, isObjectValue, valueToText, type Value } from '../base/values/value.ts';
import { mergeEvaluated, noneEvaluated, wrong, type Evaluated, type Frame, type Keyword, type SchemaError } from './frame.ts';
import { dependencies, shown, shownNames } from './valueKeywords.ts';

const $ref: Keyword = (value, frame) => typeof value !== 'string' || frame.run.refer(frame, frame.run.target(value, frame));
const $dynamicRef: Keyword = (value, frame) => typeof value !== 'string' || frame.run.refer(frame, frame.run.dynamicTarget(value, frame));
const $recursiveRef: Keyword = (_, frame) => frame.run.refer(frame, frame.run.recursiveTarget(frame));

/** Evaluates a schema on the same value; its evaluated parts only count if it holds. */
function branch(frame: Frame, schema: Value, errors: SchemaError[] | null | undefined): boolean {
  const { seen } = frame;
  if (seen === undefined) return frame.run.check(frame, schema, errors === undefined ? {} : { errors });
  const own = noneEvaluated();
  const holds = frame.run.check(frame, schema, { seen: own, ...(errors === undefined ? {} : { errors }) });
  if (holds) mergeEvaluated(seen, own);
  return holds;
}

const allOf: Keyword = (value, frame) => {
  let holds = true;
  if (isArrayValue(value)) for (const schema of value) holds = branch(frame, schema, undefined) && holds;
  return holds;
};

/** The errors of the nearest alternative: the one whose errors are deepest in the value. */
function nearest(tried: readonly (readonly SchemaError[])[]): readonly SchemaError[] {
  const depth = (errors: readonly SchemaError[]): number => errors.reduce((most, { path }) => Math.max(most, path.length), 0);
  return tried.reduce((best, errors) => (best.length === 0 || depth(errors) > depth(best) ? errors : best), []);
}

/** The index of the alternative that the `discriminator` of an OpenAPI schema names; undefined if it names none. */
function discriminated(frame: Frame, schemas: readonly Value[]): number | undefined {
  const { rules, schema, instance, run } = frame;
  const discriminator = rules.keywords.has('discriminator') ? schema.get('discriminator') : undefined;
  if (discriminator === undefined || !isObjectValue(discriminator) || !isObjectValue(instance)) return undefined;
  const property = discriminator.get('propertyName');
  const mapping = discriminator.get('mapping');
  const named = (name: Value | undefined): number => {
    if (typeof name !== 'string') return -1;
    const mapped = mapping !== undefined && isObjectValue(mapping) ? (mapping.get(name) ?? name) : name;
    return schemas.findIndex((one) => {
      const reference = isObjectValue(one) ? one.get('$ref') : undefined;
      return typeof reference === 'string' && (reference === mapped || reference.split('/').at(-1) === mapped);
    });
  };
  if (typeof property !== 'string') return undefined;
  const found = named(instance.get(property));
  run.reads(property, frame, 'discriminator', (other) => named(other) === found);
  return found < 0 ? undefined : found;
}

function alternatives(keyword: 'anyOf' | 'oneOf'): Keyword {
  return (value, frame) => {
    if (!isArrayValue(value)) return true;
    const { errors } = frame;
    const tried = new Map<number, readonly SchemaError[]>();
    const holding: number[] = [];
    for (const [i, schema] of value.entries()) {
      const own: SchemaError[] = [];
      if (branch(frame, schema, errors === undefined ? null : own)) holding.push(i);
      else tried.set(i, own);
      // All branches say what they evaluated.
      if (keyword === 'anyOf' && holding.length > 0 && frame.seen === undefined) return true;
      if (keyword === 'oneOf' && holding.length > 1 && !frame.schema.has('discriminator')) break;
    }
    if (holding.length === 1 || (keyword === 'anyOf' && holding.length > 0)) return true;
    const named = holding.length > 1 || errors !== undefined ? discriminated(frame, value) : undefined;
    // The discriminator chooses among alternatives that overlap, as in the clients that are made from the document.
    if (named !== undefined && holding.includes(named)) return true;
    if (holding.length > 1 && named === undefined)
      return wrong(frame, keyword, () => `matches more than one of ${value.length} schemas: ${holding.slice(0, 2).join(' and ')}`);
    wrong(frame, keyword, () =>
      holding.length > 1 ? `does not match the schema ${named} that its discriminator names` : `matches none of ${value.length} schemas`,
    );
    errors?.push(...((named === undefined ? nearest([...tried.values()]) : tried.get(named)) ?? []));
    return false;
  };
}

const not: Keyword = (value, frame) =>
  !frame.run.check(frame, value, { errors: null, seen: undefined }) ||
  wrong(frame, 'not', () => `is ${shown(frame.instance)}, which the schema excludes`);

const conditional: Keyword = (value, frame) => {
  const next = branch(frame, value, null) ? 'then' : 'else';
  const schema = frame.schema.get(next);
  return schema === undefined || branch(frame, schema, undefined);
};

const item = (frame: Frame, schema: Value, i: number, value: Value): boolean =>
  frame.run.check(frame, schema, { child: { key: i, value }, seen: undefined });

/** Items in order, each with its own schema. */
function tuple(schemas: readonly Value[], frame: Frame): boolean {
  const { instance, seen } = frame;
  let holds = true;
  if (!isArrayValue(instance)) return true;
  const count = Math.min(schemas.length, instance.length);
  for (let i = 0; i < count; i++) holds = item(frame, schemas[i] as Value, i, instance[i] as Value) && holds;
  if (seen !== undefined) seen.itemsBelow = Math.max(seen.itemsBelow, count);
  return holds;
}

function itemsFrom(schema: Value, start: number, frame: Frame, keyword: string): boolean {
  const { instance, seen } = frame;
  if (!isArrayValue(instance)) return true;
  if (schema === false && instance.length > start)
    return wrong(frame, keyword, () => `has ${instance.length} items and must have at most ${start}`);
  let holds = true;
  for (let i = start; i < instance.length; i++) holds = item(frame, schema, i, instance[i] as Value) && holds;
  if (seen !== undefined) seen.itemsBelow = Math.max(seen.itemsBelow, instance.length);
  return holds;
}

const prefixItems: Keyword = (value, frame) => !isArrayValue(value) || tuple(value, frame);

const items: Keyword = (value, frame) => {
  if (isArrayValue(value)) return !frame.rules.itemsList || tuple(value, frame);
  const prefix = frame.rules.itemsList ? undefined : frame.schema.get('prefixItems');
  return itemsFrom(value, prefix !== undefined && isArrayValue(prefix) ? prefix.length : 0, frame, 'items');
};

const additionalItems: Keyword = (value, frame) => {
  const list = frame.schema.get('items');
  return list === undefined || !isArrayValue(list) || itemsFrom(value, list.length, frame, 'additionalItems');
};

const limitOf = (v: Value | undefined, otherwise: number): number =>
  v === undefined || !isNumeric(v) ? otherwise : Number(valueToText(v));

const contains: Keyword = (value, frame) => {
  const { instance, schema, rules, seen, place } = frame;
  if (!isArrayValue(instance)) return true;
  const hasLimits = rules.keywords.has('minContains') && place.resource.validates;
  const least = hasLimits ? limitOf(schema.get('minContains'), 1) : 1;
  const most = hasLimits ? limitOf(schema.get('maxContains'), Infinity) : Infinity;
  let found = 0;
  const marks = place.resource.dialect === '2020-12' || place.resource.dialect === 'openapi-3.1';
  for (const [i, one] of instance.entries()) {
    if (!frame.run.check(frame, value, { child: { key: i, value: one }, errors: null, seen: undefined })) continue;
    found++;
    if (marks) seen?.items.add(i);
  }
  if (found < least) return wrong(frame, 'contains', () => `has ${found} items that match contains and must have at least ${least}`);
  return found <= most || wrong(frame, 'maxContains', () => `has ${found} items that match contains and must have at most ${most}`);
};

const member = (frame: Frame, schema: Value, name: string, value: Value): boolean =>
  frame.run.check(frame, schema, { child: { key: name, value }, seen: undefined });

const properties: Keyword = (value, frame) => {
  const { instance, seen } = frame;
  if (!isObjectValue(value) || !isObjectValue(instance)) return true;
  let holds = true;
  for (const [name, schema] of value) {
    const found = instance.get(name);
    if (found === undefined) continue;
    seen?.names.add(name);
    holds = member(frame, schema, name, found) && holds;
  }
  return holds;
};

const patternProperties: Keyword = (value, frame) => {
  const { instance, seen } = frame;
  if (!isObjectValue(value) || !isObjectValue(instance)) return true;
  let holds = true;
  for (const [pattern, schema] of value)
    for (const [name, found] of instance) {
      if (!frame.run.test(pattern, name)) continue;
      seen?.names.add(name);
      holds = member(frame, schema, name, found) && holds;
    }
  return holds;
};

/** A schema for the members that no other keyword names. */
function others(schema: Value, frame: Frame, keyword: string, isOther: (name: string) => boolean, all: Evaluated | undefined): boolean {
  const { instance } = frame;
  if (!isObjectValue(instance)) return true;
  const names: string[] = [];
  let holds = true;
  for (const [name, value] of instance) {
    if (!isOther(name)) continue;
    all?.names.add(name);
    if (schema === false) names.push(name);
    else holds = member(frame, schema, name, value) && holds;
  }
  if (names.length === 0) return holds;
  return wrong(frame, keyword, () => `has ${shownNames(names)}, which the schema does not allow`);
}

const additionalProperties: Keyword = (value, frame) => {
  const named = frame.schema.get('properties');
  const patterns = frame.schema.get('patternProperties');
  const isOther = (name: string): boolean =>
    !(named !== undefined && isObjectValue(named) && named.has(name)) &&
    !(patterns !== undefined && isObjectValue(patterns) && [...patterns.keys()].some((pattern) => frame.run.test(pattern, name)));
  return others(value, frame, 'additionalProperties', isOther, frame.seen);
};

const unevaluatedProperties: Keyword = (value, frame) => {
  const { seen } = frame;
  return seen === undefined || others(value, frame, 'unevaluatedProperties', (name) => !seen.names.has(name), seen);
};

const unevaluatedItems: Keyword = (value, frame) => {
  const { instance, seen } = frame;
  if (seen === undefined || !isArrayValue(instance)) return true;
  let holds = true;
  for (let i = seen.itemsBelow; i < instance.length; i++) {
    if (seen.items.has(i)) continue;
    if (value === false) return wrong(frame, 'unevaluatedItems', () => `has the item ${i}, which the schema does not allow`);
    holds = item(frame, value, i, instance[i] as Value) && holds;
  }
  seen.itemsBelow = Math.max(seen.itemsBelow, instance.length);
  return holds;
};

const propertyNames: Keyword = (value, frame) => {
  const { instance } = frame;
  if (!isObjectValue(instance)) return true;
  let holds = true;
  for (const name of instance.keys()) {
    if (frame.run.check(frame, value, { child: { key: name, value: name }, errors: null, seen: undefined })) continue;
    holds = wrong(frame, 'propertyNames', () => `has the name ${shown(name)}, which the schema does not allow`);
  }
  return holds;
};

const dependentSchemas: Keyword = (value, frame) => {
  const { instance } = frame;
  let holds = true;
  if (!isObjectValue(value) || !isObjectValue(instance)) return true;
  for (const [name, schema] of value) if (instance.has(name) && !isArrayValue(schema)) holds = branch(frame, schema, undefined) && holds;
  return holds;
};

const bothDependencies: Keyword = (value, frame) => {
  if (!isObjectValue(value)) return true;
  const names = dependencies(value, frame, 'dependencies');
  return dependentSchemas(value, frame) && names;
};

/** Keywords that apply schemas. A dialect's list omits those without an effect. */
export const applicators: Readonly<Record<string, Keyword>> = {
  $ref,
  $dynamicRef,
  $recursiveRef,
  allOf,
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
  not,
  if: conditional,
  prefixItems,
  items,
  additionalItems,
  contains,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  dependentSchemas,
  dependencies: bothDependencies,
};

/** Evaluated last. */
export const unevaluated: Readonly<Record<string, Keyword>> = { unevaluatedProperties, unevaluatedItems };
