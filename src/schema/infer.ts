import { isArrayValue, isNumeric, isObjectValue, valueToText, type Value } from '../base/values/value.ts';
import { formats } from './formats.ts';
import { newestDialect } from './dialects.ts';

/** Common properties of the values at one place. */
interface Shape {
  readonly types: Set<string>;
  /** The common format of all strings; null if there is none. */
  format: string | null | undefined;
  objects: number;
  readonly members: Map<string, { readonly shape: Shape; count: number }>;
  items: Shape | undefined;
}

const empty = (): Shape => ({ types: new Set(), format: undefined, objects: 0, members: new Map(), items: undefined });

/** Formats that no text has by chance. */
const certain = ['date-time', 'date', 'uuid', 'email'];

function formatOf(text: string): string | null {
  const found = certain.find((name) => formats[name]?.(text));
  return found ?? (/^https?:\/\/./i.test(text) && formats['uri']?.(text) === true ? 'uri' : null);
}

/** `5.0` is a number: another value may have a fraction. */
function typeOf(v: Value): string {
  if (v === null) return 'null';
  if (isArrayValue(v)) return 'array';
  if (isObjectValue(v)) return 'object';
  if (isNumeric(v)) return /^-?\d+$/.test(valueToText(v)) ? 'integer' : 'number';
  return typeof v === 'boolean' ? 'boolean' : 'string';
}

function add(shape: Shape, value: Value): void {
  shape.types.add(typeOf(value));
  if (typeof value === 'string') {
    const format = formatOf(value);
    if (shape.format === undefined) shape.format = format;
    else if (shape.format !== format) shape.format = null;
  } else if (isArrayValue(value)) {
    for (const item of value) add((shape.items ??= empty()), item);
  } else if (isObjectValue(value)) {
    shape.objects++;
    for (const [name, member] of value) {
      let known = shape.members.get(name);
      if (known === undefined) shape.members.set(name, (known = { shape: empty(), count: 0 }));
      known.count++;
      add(known.shape, member);
    }
  }
}

export interface InferOptions {
  /**
   * Whether to name formats, and allow additional members. Otherwise the schema is a shape: only types and members, and no additional ones.
   */
  readonly open: boolean;
}

function schemaOf(shape: Shape, options: InferOptions): Value {
  const { types, format, objects, members, items } = shape;
  const names = [...types].filter((type) => type !== 'integer' || !types.has('number'));
  const [only] = names;
  const entries: [string, Value][] = [];
  if (only !== undefined) entries.push(['type', names.length === 1 ? only : names]);
  if (options.open && typeof format === 'string') entries.push(['format', format]);
  if (items !== undefined) entries.push(['items', schemaOf(items, options)]);
  if (objects > 0) {
    entries.push(['properties', new Map([...members].map(([name, member]) => [name, schemaOf(member.shape, options)]))]);
    const required = [...members].flatMap(([name, { count }]) => (count === objects ? name : []));
    if (required.length > 0) entries.push(['required', required]);
    if (!options.open) entries.push(['additionalProperties', false]);
  }
  return new Map(entries);
}

/** The open schema that all values conform to, without `$schema`. */
export function schemaOfAll(values: readonly Value[]): ReadonlyMap<string, Value> {
  const shape = empty();
  for (const value of values) add(shape, value);
  const schema = schemaOf(shape, { open: true });
  return isObjectValue(schema) ? schema : new Map();
}

/** The schema of a value: its types, and the members that all objects at a place have. Does not infer enums. */
export function inferSchema(value: Value, options: InferOptions): Value {
  const shape = empty();
  add(shape, value);
  const schema = schemaOf(shape, options);
  return new Map<string, Value>([
    ['$schema', `https://json-schema.org/draft/${newestDialect}/schema`],
    ...(isObjectValue(schema) ? schema : []),
  ]);
}
