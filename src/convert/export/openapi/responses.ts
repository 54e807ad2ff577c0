import { isArrayValue, isNumeric, isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';
import { jsonOrText } from '../../../base/json/json.ts';
import { isJsonType, mediaType, readList, type AssertedStep, type AssertionNode } from '../../../language/index.ts';
import { schemaOfAll } from '../../../schema/infer.ts';
import { isUnknown } from './url.ts';
import type { ExportedRequest } from '../model.ts';
import { examplesOf, made } from './parameters.ts';
import { responseExamples, type ResponseExample } from './savedResponses.ts';

/** Known facts about the responses to one request. */
export interface KnownResponse {
  /** `200`, `2XX` or `default`. */
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  /** Undefined if nothing is known of the body. */
  readonly schema: Value | undefined;
  readonly headers: readonly string[];
  readonly examples: readonly (ResponseExample & { readonly status: string })[];
  /** Number of assertions that the description covers. */
  readonly read: number;
}

/** Facts about a value in the body, from assertions. */
interface Shape {
  schema: ReadonlyMap<string, Value>;
  readonly members: Map<string, Shape>;
  item: Shape | undefined;
}

const emptyShape = (): Shape => ({ schema: new Map(), members: new Map(), item: undefined });

const types: Readonly<Record<string, Value>> = {
  isNumber: made({ type: 'number' }),
  isInteger: made({ type: 'integer' }),
  isString: made({ type: 'string' }),
  isBoolean: made({ type: 'boolean' }),
  isNull: made({ type: 'null' }),
  isArray: made({ type: 'array' }),
  isObject: made({ type: 'object' }),
  isUuid: made({ type: 'string', format: 'uuid' }),
  isDate: made({ type: 'string', format: 'date-time' }),
  isEmail: made({ type: 'string', format: 'email' }),
  isUrl: made({ type: 'string', format: 'uri' }),
};

const isSchema = (v: Value | undefined): v is ReadonlyMap<string, Value> => v !== undefined && isObjectValue(v);

/** The schema that follows from an assertion: empty if the value only exists, undefined if nothing follows. */
function schemaBy({ operatorName: name, negated, right }: AssertionNode): ReadonlyMap<string, Value> | undefined {
  if (negated) return undefined;
  const known = types[name];
  if (isSchema(known)) return known;
  const value = jsonOrText(right.text);
  if (name === '==') return isUnknown(right.text) ? new Map() : new Map([...schemaOfAll([value])].filter(([key]) => key === 'type'));
  if (name === 'matchesSchema') return isObjectValue(value) ? value : undefined;
  if (name === 'exists') return new Map();
  return undefined;
}

function put(shape: Shape, [step, ...rest]: readonly AssertedStep[], schema: ReadonlyMap<string, Value>): void {
  if (step === undefined) {
    shape.schema = new Map([...shape.schema, ...schema]);
    return;
  }
  if (typeof step === 'number') return put((shape.item ??= emptyShape()), rest, schema);
  const member = shape.members.get(step) ?? emptyShape();
  shape.members.set(step, member);
  put(member, rest, schema);
}

function schemaOf({ schema, members, item }: Shape): Value {
  return new Map<string, Value>([
    ...(item === undefined ? [] : [['type', 'array'] as const]),
    ...(members.size === 0 ? [] : [['type', 'object'] as const]),
    ...schema,
    ...(item === undefined ? [] : [['items', schemaOf(item)] as const]),
    ...(members.size === 0 ? [] : [['properties', new Map(Array.from(members, ([name, m]) => [name, schemaOf(m)] as const))] as const]),
  ]);
}

/** The statuses that an assertion allows; undefined if OpenAPI cannot list them. */
function statusesBy({ operatorName: name, negated, right }: AssertionNode): readonly string[] | undefined {
  if (negated || isUnknown(right.text)) return undefined;
  const codes = (values: readonly Value[]): readonly string[] | undefined => {
    const texts = values.map((v) => (isNumeric(v) ? valueToText(v) : ''));
    return texts.length > 0 && texts.every((t) => /^[1-5]\d\d$/.test(t)) ? texts : undefined;
  };
  if (name === '==') return codes([jsonOrText(right.text)]);
  if (name === 'in' || name === 'oneOf') return codes(readList(right.text));
  const [low, high] = right.text.split(/\s+and\s+/).map(Number);
  const family = name === 'between' && low !== undefined && high !== undefined ? Math.floor(low / 100) : undefined;
  if (family !== undefined && low === family * 100 && high === family * 100 + 99) return [`${family}XX`];
  return (name === '<' && right.text === '300') || (name === 'startsWith' && right.text === '2') ? ['2XX'] : undefined;
}

/** Media types without wildcards and parameters in an `Accept` header. */
const acceptedTypes = (accept: string): readonly string[] =>
  accept
    .split(',')
    .map((t) => mediaType(t))
    .filter((t) => /^[\w.+-]+\/[\w.+-]+$/.test(t));

/** Collects facts about a response from the assertions, captures, `Accept` header and saved responses of its request. */
export function knownResponse(r: ExportedRequest, note: (message: string) => void): KnownResponse {
  const { written, headers } = r;
  const body = emptyShape();
  const statuses = new Set<string>();
  const asserted = new Set<string>();
  const named = new Set<string>();
  let hasBody = false;
  let read = 0;
  for (const node of written?.block.assertions ?? []) {
    const { subject, operatorName, negated, right } = node;
    const name = subject?.kind === 'header' ? subject.name : undefined;
    if (name !== undefined && name.toLowerCase() === 'content-type') {
      const type = /^(?:==|contains|startsWith)$/.test(operatorName) && !negated ? acceptedTypes(right.text)[0] : undefined;
      if (type === undefined) continue;
      asserted.add(type);
      read++;
    } else if (name !== undefined && operatorName === 'exists' && !negated) {
      named.add(name);
      read++;
    } else if (subject?.kind === 'path' && subject.root === 'status' && subject.steps.length === 0) {
      const found = statusesBy(node);
      for (const status of found ?? []) statuses.add(status);
      if (found !== undefined) read++;
    } else if (subject?.kind === 'path' && subject.root === 'body' && subject.query === undefined && subject.steps[0] !== 'text') {
      hasBody = true;
      const schema = schemaBy(node);
      put(body, subject.steps, schema ?? new Map());
      if (schema !== undefined) read++;
    }
  }
  for (const { subject } of written?.block.captures ?? []) {
    if (subject?.kind !== 'path' || subject.root !== 'body' || subject.query !== undefined || subject.steps.length === 0) continue;
    hasBody = true;
    put(body, subject.steps, new Map());
  }
  const accepted = headers.filter(([n]) => n.toLowerCase() === 'accept').flatMap(([, value]) => acceptedTypes(value));
  const all = new Set([...asserted, ...accepted]);
  const [usual = 'default'] = statuses;
  const examples = responseExamples(r, [...all][0], note).map(({ title, status = usual, type, value }) => ({ title, status, type, value }));
  for (const { status } of examples) statuses.add(status);
  return {
    examples,
    statuses: statuses.size === 0 ? ['default'] : [...statuses],
    types: all.size === 0 && hasBody ? ['application/json'] : [...all],
    schema: hasBody ? schemaOf(body) : undefined,
    headers: [...named],
    read,
  };
}

function descriptionOf(status: string): string {
  return status === 'default' ? 'The response.' : `The response with status ${status}.`;
}

/** Merges schemas of several requests: the first, with additional members of the others. */
function together(schemas: readonly Value[]): Value | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || !isObjectValue(first)) return first;
  return others.reduce<Value>((all, schema) => (isObjectValue(all) && isObjectValue(schema) ? joined(all, schema) : all), first);
}

function joined(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): Value {
  const out = new Map(a);
  for (const [key, value] of b) {
    const own = out.get(key);
    if (own === undefined) out.set(key, value);
    else if (isObjectValue(own) && isObjectValue(value)) out.set(key, joined(own, value));
    else if (key === 'type' && valueToText(own) !== valueToText(value))
      out.set(key, [...new Set([own, value].flatMap((t) => (isArrayValue(t) ? t : [t])))]);
  }
  return out;
}

/** The Responses Object of several requests. */
export function responsesOf(known: readonly KnownResponse[]): Value {
  const statuses = new Set(known.flatMap((k) => k.statuses));
  // `default` stands for all that is not listed.
  const listed = [...statuses].toSorted((a, b) => (a < b ? -1 : 1));
  return new Map(
    listed.map((status) => {
      const of = known.filter((k) => k.statuses.includes(status));
      const examples = of.flatMap((k) => k.examples.filter((e) => e.status === status));
      // A saved response shows its type; `Accept` only names those that are wanted.
      const mediaTypes = [...new Set(examples.length > 0 ? examples.map((e) => e.type) : of.flatMap((k) => k.types))];
      const asserted = together(of.flatMap((k) => k.schema ?? []));
      const described = (type: string): Value => {
        const values = examples.filter((e) => e.type === type);
        const schema = asserted ?? (values.length === 0 ? undefined : schemaOfAll(values.map((v) => v.value)));
        return made({ schema: isJsonType(type) ? schema : undefined, ...examplesOf(values) });
      };
      const headers = [...new Set(of.flatMap((k) => k.headers))];
      return [
        status,
        made({
          description: descriptionOf(status),
          headers: headers.length === 0 ? undefined : new Map(headers.map((h) => [h, made({ schema: made({ type: 'string' }) })] as const)),
          content: mediaTypes.length === 0 || status === '204' ? undefined : new Map(mediaTypes.map((t) => [t, described(t)] as const)),
        }),
      ] as const;
    }),
  );
}
