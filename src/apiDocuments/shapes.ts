import { valueToJson, type Value } from '../base/values/value.ts';
import type { ApiMember, ApiShape } from '../language/index.ts';
import { childOf, list, object, textOf, type Documents, type Part } from './references.ts';

/** Maximum members of one object, and schemas of one document. */
const mostMembers = 300;
const mostInAll = 300_000;
/** Maximum members of all merged schemas, and of the alternatives of all unions. */
const mostMerged = 2_000_000;
const mostValues = 200;
const longestText = 600;
const longestExample = 400;

export const shortText = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/** State of building the shapes of one document. Each schema has one shape, even if it refers to itself. */
export interface Making {
  readonly documents: Documents;
  readonly known: Map<Value, ApiShape>;
  /** Shapes that are not filled yet, with their schema or alternatives: schemas may refer to each other thousands of levels deep. */
  readonly pending: Map<ApiShape, Part | readonly ApiShape[]>;
  /** Numbers of shapes, and unions by the numbers of their alternatives. */
  readonly numbers: Map<ApiShape, number>;
  readonly unions: Map<string, ApiShape>;
  left: number;
  mergedLeft: number;
  unionsLeft: number;
}

export const shapesOf = (documents: Documents): Making => ({
  documents,
  known: new Map(),
  pending: new Map(),
  numbers: new Map(),
  unions: new Map(),
  left: mostInAll,
  mergedLeft: mostMerged,
  unionsLeft: mostMerged,
});

const any: ApiShape = { types: [], description: '' };
const nothing: ApiShape = { types: ['null'], description: '' };

/** The parts of a schema that an editor needs. A recursive schema results in a shape that contains itself. */
export function shapeOf(given: Part, making: Making): ApiShape {
  const shape = shapeLater(given, making);
  for (const one of making.pending.keys()) fill(one, making);
  return shape;
}

/** The shape of a schema, which may be filled later. */
function shapeLater(given: Part, making: Making): ApiShape {
  const part = making.documents.resolve(given);
  const { value } = part;
  if (value === undefined) return any;
  const before = making.known.get(value);
  if (before !== undefined) return before;
  if (--making.left < 0) return any;
  const shape: ApiShape = { types: [], description: '' };
  making.known.set(value, shape);
  making.pending.set(shape, part);
  return shape;
}

/**
 * The shape of a value that several alternatives describe, which may be filled later. Each set of alternatives has one union, because
 * alternatives may contain each other.
 */
function unionLater(shapes: readonly ApiShape[], making: Making): ApiShape {
  const { numbers, unions, pending } = making;
  const choices = [...new Set(shapes)];
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) return only;
  const numberOf = (shape: ApiShape): number => {
    const number = numbers.get(shape) ?? numbers.size;
    numbers.set(shape, number);
    return number;
  };
  const key = choices
    .map(numberOf)
    .toSorted((a, b) => a - b)
    .join();
  const before = unions.get(key);
  if (before !== undefined) return before;
  if (--making.left < 0 || making.unionsLeft < 0) return any;
  const union: ApiShape = { types: [], description: '' };
  unions.set(key, union);
  pending.set(union, choices);
  return union;
}

/** A shape, and the shapes of `allOf`, `oneOf` or `anyOf` that are merged into it. */
interface Merging {
  readonly shape: ApiShape;
  readonly own: ApiShape;
  readonly parts: readonly ApiShape[];
  readonly merge: (own: ApiShape, parts: readonly ApiShape[]) => ApiShape;
  /** The number of parts that are filled. */
  filled: number;
}

/** Fills a shape after all shapes that are merged into it, without recursion. */
function fill(shape: ApiShape, making: Making): void {
  const open: Merging[] = [];
  const begin = (one: ApiShape): void => {
    const of = making.pending.get(one);
    if (of === undefined) return;
    making.pending.delete(one);
    if ('pointer' in of) open.push({ shape: one, own: orNullIf(of, ownShape(of, making)), ...partsOf(of, making), filled: 0 });
    else open.push({ shape: one, own: any, parts: of, merge: (_, choices) => unionOf(choices, making), filled: 0 });
  };
  begin(shape);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.parts[top.filled++];
    if (next !== undefined) begin(next);
    else {
      Object.assign(top.shape, making.mergedLeft < 0 ? top.own : top.merge(top.own, top.parts));
      if (top.parts.length > 0) making.mergedLeft -= top.shape.members?.length ?? 0;
      open.pop();
    }
  }
}

function partsOf(part: Part, making: Making): Pick<Merging, 'parts' | 'merge'> {
  const { parts, merge } = combined(part, making);
  return { parts, merge: (own, all) => orNullIf(part, merge(own, all)) };
}

const isNullable = (schema: Value | undefined): boolean => object(schema).get('nullable') === true;

/** A schema with `nullable` allows null also where an `enum` or an `allOf` beside it does not. */
function orNullIf({ value }: Part, shape: ApiShape): ApiShape {
  if (!isNullable(value)) return shape;
  const { types, values } = shape;
  const add = (texts: readonly string[]): readonly string[] => (texts.includes('null') ? texts : [...texts, 'null']);
  return { ...shape, ...(types.length === 0 ? {} : { types: add(types) }), ...(values === undefined ? {} : { values: add(values) }) };
}

function combined(part: Part, making: Making): Pick<Merging, 'parts' | 'merge'> {
  const shapes = (key: string): readonly ApiShape[] =>
    list(object(part.value).get(key)).map((_, i) => shapeLater(childOf(part, key, i), making));
  const all = shapes('allOf');
  if (all.length > 0) return { parts: all, merge: together };
  const one = shapes('oneOf');
  return { parts: one.length > 0 ? one : shapes('anyOf'), merge: (own, choices) => either(own, choices, making) };
}

function ownShape(part: Part, making: Making): ApiShape {
  const schema = object(part.value);
  const type = schema.get('type');
  const named = typeof type === 'string' ? [type] : list(type).filter((t): t is string => typeof t === 'string');
  const constant = schema.get('const');
  const values = constant !== undefined ? [constant] : list(schema.get('enum'));
  const example = schema.get('example') ?? list(schema.get('examples'))[0] ?? schema.get('default');
  const isObject = schema.has('properties') || named.includes('object');
  const exampleText = example === undefined ? undefined : valueToJson(example);
  return {
    types: named.length === 0 && schema.has('properties') ? ['object'] : named,
    description: shortText(textOf(part.value, 'description') || textOf(part.value, 'title')),
    ...(textOf(part.value, 'format') === '' ? {} : { format: textOf(part.value, 'format') }),
    ...(values.length === 0 || values.length > mostValues ? {} : { values: values.map((v) => valueToJson(v)) }),
    ...(exampleText === undefined || exampleText.length > longestExample ? {} : { example: exampleText }),
    ...(isObject ? { members: membersOf(part, making) } : {}),
    ...(schema.get('additionalProperties') === false && !schema.has('patternProperties') ? { closed: true as const } : {}),
    ...limitsOf(schema),
    ...(schema.has('items') ? { items: shapeLater(childOf(part, 'items'), making) } : {}),
  };
}

/** Only existing keywords are added, because a large document has hundreds of thousands of schemas. */
function limitsOf(schema: ReadonlyMap<string, Value>): Pick<ApiShape, 'limits'> {
  let limits: Record<string, number> | undefined;
  const take = (keyword: string, name: string): void => {
    const value = schema.get(keyword);
    if (value === undefined || typeof value === 'boolean') return;
    const number = Number(valueToJson(value));
    if (Number.isFinite(number)) (limits ??= {})[name] = number;
  };
  // OpenAPI 3.0: `exclusiveMinimum: true` is about `minimum`.
  take('minimum', schema.get('exclusiveMinimum') === true ? 'above' : 'minimum');
  take('maximum', schema.get('exclusiveMaximum') === true ? 'below' : 'maximum');
  take('exclusiveMinimum', 'above');
  take('exclusiveMaximum', 'below');
  for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems']) take(name, name);
  return limits === undefined ? {} : { limits };
}

function membersOf(part: Part, making: Making): readonly ApiMember[] {
  const schema = object(part.value);
  const required = new Set(list(schema.get('required')));
  const members: ApiMember[] = [];
  for (const [name, value] of object(schema.get('properties'))) {
    if (members.length >= mostMembers) break;
    const property = childOf(part, 'properties', name);
    const target = making.documents.resolve(property);
    // OpenAPI 3.1 allows keywords beside a reference, OpenAPI 3.0 beside `allOf`.
    const parts = list(object(target.value).get('allOf')).map((_, i) => making.documents.resolve(childOf(target, 'allOf', i)).value);
    const readOnly = [value, target.value, ...parts].some((of) => object(of).get('readOnly') === true);
    const shape = shapeLater(property, making);
    const isAlsoNull = object(value).has('$ref') && isNullable(value);
    members.push({ name, required: required.has(name), readOnly, shape: isAlsoNull ? unionLater([shape, nothing], making) : shape });
  }
  // Required members that another part of `allOf` describes.
  for (const name of required)
    if (typeof name === 'string' && members.length < mostMembers && !members.some((m) => m.name === name))
      members.push({ name, required: true, readOnly: false, shape: any });
  return members;
}

function together(own: ApiShape, others: readonly ApiShape[]): ApiShape {
  const parts = [own, ...others];
  const members = new Map<string, ApiMember>();
  for (const { members: some = [] } of parts)
    for (const member of some) {
      const known = members.get(member.name);
      if (known === undefined && members.size >= mostMembers) break;
      members.set(
        member.name,
        known === undefined
          ? member
          : {
              ...(known.shape === any ? member : known),
              required: known.required || member.required,
              readOnly: known.readOnly || member.readOnly,
            },
      );
    }
  const first = parts.find((p) => p.types.length > 0);
  const rest = Object.assign({}, ...parts.toReversed()) as ApiShape;
  return {
    ...rest,
    types: first?.types ?? (members.size > 0 ? ['object'] : []),
    description: parts.find((p) => p.description !== '')?.description ?? '',
    ...(members.size > 0 ? { members: [...members.values()] } : {}),
  };
}

function unionOf(choices: readonly ApiShape[], making: Making): ApiShape {
  making.unionsLeft -= choices.reduce((sum, { members = [] }) => sum + members.length + 1, 0);
  return making.unionsLeft < 0 ? any : either(commonOf(choices, making), choices, making);
}

/** What all alternatives have in common. */
function commonOf(choices: readonly ApiShape[], making: Making): ApiShape {
  const [first = any] = choices;
  const isCommon = (of: (shape: ApiShape) => string | undefined): boolean => choices.every((c) => of(c) === of(first));
  const items = choices.flatMap((c) => c.items ?? []);
  const example = choices.find((c) => c.example !== undefined)?.example;
  return {
    types: [],
    description: choices.find((c) => c.description !== '')?.description ?? '',
    ...(first.format !== undefined && isCommon((c) => c.format) ? { format: first.format } : {}),
    ...(first.limits !== undefined && isCommon((c) => JSON.stringify(c.limits)) ? { limits: first.limits } : {}),
    ...(example === undefined ? {} : { example }),
    ...(items.length < choices.length ? {} : { items: unionLater(items, making) }),
  };
}

/** Whether an alternative allows no object, or only objects with the described members. */
const isClosed = ({ closed, types, values }: ApiShape): boolean =>
  closed === true ||
  (types.length > 0 && !types.includes('object')) ||
  (values !== undefined && values.every((value) => !value.startsWith('{')));

/** A choice: the members of all alternatives. Members that every alternative requires are required. */
function either(own: ApiShape, choices: readonly ApiShape[], making: Making): ApiShape {
  if (choices.length === 0) return own;
  const members = new Map<string, ApiMember>((own.members ?? []).map((m) => [m.name, m]));
  const found = new Map<string, { readonly same: ApiMember[]; open: number }>();
  let open = 0;
  for (const choice of choices) {
    const isOpen = !isClosed(choice);
    if (isOpen) open++;
    for (const member of choice.members ?? []) {
      let known = found.get(member.name);
      if (known === undefined && (members.size + found.size >= mostMembers || members.has(member.name))) continue;
      if (known === undefined) found.set(member.name, (known = { same: [], open: 0 }));
      known.same.push(member);
      if (isOpen) known.open++;
    }
  }
  for (const [name, { same, open: described }] of found) {
    const required = same.length === choices.length && same.every((m) => m.required && !m.readOnly);
    const shape = unionLater(
      same.map((m) => m.shape),
      making,
    );
    const member = { name, required, readOnly: same.every((m) => m.readOnly), shape };
    members.set(name, described < open || same.some((m) => m.loose === true) ? { ...member, loose: true } : member);
  }
  const isKnown = choices.every((c) => c.types.length > 0);
  const values = choices.every((c) => c.values !== undefined) ? [...new Set(choices.flatMap((c) => c.values ?? []))] : undefined;
  const { closed: ownClosed, ...rest } = own;
  return {
    ...rest,
    types: own.types.length > 0 ? own.types : isKnown ? [...new Set(choices.flatMap((c) => c.types))] : [],
    ...(own.values === undefined && values !== undefined && values.length <= mostValues ? { values } : {}),
    ...(members.size > 0 ? { members: [...members.values()] } : {}),
    ...(ownClosed === true || (members.size > 0 && choices.every(isClosed)) ? { closed: true as const } : {}),
  };
}
