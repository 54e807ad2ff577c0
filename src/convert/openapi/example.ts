import { isArrayValue, isNumeric, isObjectValue, type Value } from '../../base/values/value.ts';
import { at, has, list, object, text } from '../import/reading/importedValues.ts';
import type { References } from './references.ts';

/** Maximum values and depth of an example. */
const mostValues = 2000;
const deepest = 10;
/** Maximum items of a list. */
const mostItems = 20;

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  duration: 'P1D',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  email: 'user@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'dGV4dA==',
};

/** An example for a schema: its own, else one built from its parts. Bounded, even for recursive references. */
export function exampleOf(of: Value | undefined, references: References): Value {
  const schema = references.resolve(of);
  if (schema === undefined || !isObjectValue(schema)) return built(schema, references);
  let value = references.examples.get(schema);
  if (value === undefined) references.examples.set(schema, (value = built(schema, references)));
  return value;
}

function built(of: Value | undefined, references: References): Value {
  let left = mostValues;
  const open = new Set<Value>();
  return made(of, 0) ?? null;

  function made(given: Value | undefined, depth: number): Value | undefined {
    const found = references.resolve(given);
    if (found === undefined || !isObjectValue(found)) return found === true ? 'any' : undefined;
    if (--left < 0 || depth > deepest || open.has(found)) return undefined;
    open.add(found);
    const value = ownExample(found) ?? parts(found, depth);
    open.delete(found);
    return value;
  }

  function parts(schema: Value, depth: number): Value | undefined {
    const all = list(at(schema, 'allOf'));
    if (all.length > 0) {
      const values = [...all.map((s) => made(s, depth + 1)), has(schema, 'properties') ? typed(schema, depth) : undefined].filter(
        (v) => v !== undefined,
      );
      const objects = values.filter((v) => isObjectValue(v));
      if (objects.length === 0) return values[0];
      const together = new Map<string, Value>();
      for (const o of objects) for (const [key, v] of o) together.set(key, v);
      return together;
    }
    for (const key of ['oneOf', 'anyOf']) {
      const choices = list(at(schema, key));
      const choice = choices.find((c) => text(c, 'type') !== 'null');
      if (choice === undefined) continue;
      const chosen = withKind(made(choice, depth + 1), choice, at(schema, 'discriminator'));
      if (!has(schema, 'properties')) return chosen;
      return new Map([...object(typed(schema, depth)), ...object(chosen)]);
    }
    return typed(schema, depth);
  }

  function typed(schema: Value, depth: number): Value | undefined {
    const types = list(at(schema, 'type'));
    const type =
      types.length > 0
        ? text(types.find((t) => t !== 'null'))
        : text(schema, 'type') || (has(schema, 'properties') ? 'object' : has(schema, 'items') ? 'array' : '');
    switch (type) {
      case 'object': {
        const properties = new Map<string, Value>();
        for (const [name, property] of object(at(schema, 'properties'))) {
          const resolved = references.resolve(property);
          if ([property, resolved].some((described) => text(described, 'readOnly') === 'true')) continue;
          const value = made(property, depth + 1);
          if (value !== undefined) properties.set(name, value);
        }
        const more = at(schema, 'additionalProperties');
        if (properties.size === 0 && more !== undefined && isObjectValue(more)) {
          const value = made(more, depth + 1);
          if (value !== undefined) properties.set('name', value);
        }
        return properties;
      }
      case 'array': {
        const item = list(at(schema, 'prefixItems'))[0] ?? at(schema, 'items');
        const least = Number(text(schema, 'minItems')) || 1;
        // Each is made, and so counted: lists of lists would become very long.
        return Array.from({ length: Math.min(least, mostItems) }, () => made(item, depth + 1)).filter((v) => v !== undefined);
      }
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return stringOf(schema);
    }
  }
}

/** An example of an alternative with the name by which the discriminator finds it. */
function withKind(value: Value | undefined, choice: Value, discriminator: Value | undefined): Value | undefined {
  const property = text(discriminator, 'propertyName');
  const reference = text(choice, '$ref');
  if (property === '' || reference === '' || value === undefined || !isObjectValue(value)) return value;
  // A value of its own, such as that of an enum, is right.
  if (value.has(property) && value.get(property) !== anyText) return value;
  const name = reference.split('/').at(-1) ?? '';
  const mapped = [...object(at(discriminator, 'mapping'))].find(([, target]) => target === reference || target === name)?.[0];
  return new Map([...value, [property, mapped ?? name]]);
}

const anyText = 'string';

function ownExample(schema: Value): Value | undefined {
  if (has(schema, 'example')) return at(schema, 'example');
  const examples = at(schema, 'examples');
  if (examples !== undefined && isArrayValue(examples) && examples.length > 0) return examples[0];
  if (has(schema, 'const')) return at(schema, 'const');
  if (has(schema, 'default')) return at(schema, 'default');
  return list(at(schema, 'enum'))[0];
}

function numberOf(schema: Value): Value {
  const number = boundedNumber(schema);
  const step = Number(text(schema, 'multipleOf'));
  const multiple = Math.ceil(Number(isNumeric(number) ? text(number) : 0) / step) * step;
  return Number.isSafeInteger(multiple) ? multiple : number;
}

function boundedNumber(schema: Value): Value {
  const low = at(schema, 'minimum');
  const above = at(schema, 'exclusiveMinimum');
  if (above !== undefined && isNumeric(above)) return Number(text(above)) + 1;
  if (low !== undefined && isNumeric(low)) return above === true ? Number(text(low)) + 1 : low;
  const high = at(schema, 'maximum');
  return high !== undefined && isNumeric(high) && Number(text(high)) < 0 ? high : 0;
}

function stringOf(schema: Value): string {
  const known = formats[text(schema, 'format')];
  if (known !== undefined) return known;
  const literal = /^\^([\w-]+)\$$/.exec(text(schema, 'pattern'))?.[1];
  if (literal !== undefined) return literal;
  const least = Number(text(schema, 'minLength'));
  const most = Number(text(schema, 'maxLength') || '1000');
  return anyText.padEnd(Math.min(Number.isFinite(least) ? least : 0, 200), 'x').slice(0, Math.max(0, most));
}
